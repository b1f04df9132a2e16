import { byNamespace } from './catalogues.ts';

export default byNamespace(import.meta.glob(['./pt/*.json', '!./pt/{catalogue,chrome,frame}.json'], { eager: true, import: 'default' }));
