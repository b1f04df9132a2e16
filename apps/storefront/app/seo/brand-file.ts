import { worldOf } from '../calls/server-call.ts';
import type { Route } from './+types/brand-file';

/** One vector picture of the brand; the hash in its address is its version. */
export function loader({ context, params }: Route.LoaderArgs) {
  const file = worldOf(context).look.files.find((each) => each.name === params.name && each.hash === params.hash);
  if (file?.mediaType !== 'image/svg+xml') return new Response(null, { status: 404 });
  return new Response(file.bytes.toString('utf8'), { headers: { 'content-type': file.mediaType } });
}
