import { data } from 'react-router';
import { NotFound } from './PageFault.tsx';

export const loader = () => data(null, { status: 404 });

// Nothing to ask for when the browser itself finds that an address is nobody's.
export const clientLoader = () => null;

export default NotFound;
