import { Outlet } from 'react-router';
import type { Route } from './+types/faults';
import { PageFault } from './PageFault.tsx';

/** Keeps the frame around a page that failed. */
export default function Faults() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFault error={error} />;
}
