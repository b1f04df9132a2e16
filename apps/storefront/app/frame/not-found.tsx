import { data } from 'react-router';
import { NotFound } from './PageFault.tsx';

export const loader = () => data(null, { status: 404 });

// No call: the browser's own router found that no route has the address.
export const clientLoader = () => null;

export default NotFound;
