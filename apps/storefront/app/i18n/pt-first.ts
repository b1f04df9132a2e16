import { byNamespace } from './catalogues.ts';

/** What the billboard says before anything is touched. */
export default byNamespace(import.meta.glob('./pt/{catalogue,chrome,frame}.json', { eager: true, import: 'default' }));
