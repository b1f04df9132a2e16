import { byNamespace } from './catalogues.ts';

export default byNamespace(import.meta.glob(['./en/*.json', '!./en/{catalogue,chrome,frame}.json'], { eager: true, import: 'default' }));
