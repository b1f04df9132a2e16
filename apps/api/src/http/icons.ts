import type { FastifyInstance } from 'fastify';
import { densityFor } from './drawing-density.ts';

/** Sides in px of the icons as pictures of pixels; the storefront's manifest names them. */
const drawnIcons = {
  '/apple-touch-icon.png': { side: 180, ground: true, margin: 0 },
  '/icon-192.png': { side: 192, ground: false, margin: 0 },
  '/icon-512.png': { side: 512, ground: false, margin: 0 },
  // A phone cuts its own shape out of it: what counts stands in the middle 80 %.
  '/icon-maskable-512.png': { side: 512, ground: true, margin: 0.1 },
} as const;

/** Of the picture that pages without their own are shared with; the storefront's pages name it with this size. */
const SHARED = { width: 1200, height: 630, mark: 360 };

const FAVICON_SIDE = 48;
const DAY = 'public, max-age=86400';

/** Icons that browsers and phones ask for as pixels, drawn from the brand's own one when they are first asked for. */
export function mountIcons(app: FastifyInstance, drawing: Buffer) {
  const made = new Map<string, Promise<Buffer>>();
  const once = (address: string, make: () => Promise<Buffer>) => {
    const known = made.get(address) ?? make();
    made.set(address, known);
    return known;
  };
  for (const [address, look] of Object.entries(drawnIcons)) {
    app.get(address, { logLevel: 'warn' }, async (_, reply) =>
      reply
        .header('cache-control', DAY)
        .type('image/png')
        .send(await once(address, () => drawIcon(drawing, look))),
    );
  }
  app.get('/share.png', { logLevel: 'warn' }, async (_, reply) =>
    reply
      .header('cache-control', DAY)
      .type('image/png')
      .send(await once('/share.png', () => drawShared(drawing))),
  );
  // Asked for by browsers on pages that name no icon, and by programs that read no page.
  app.get('/favicon.ico', { logLevel: 'warn' }, async (_, reply) => {
    const draw = async () => icoOf(await drawIcon(drawing, { side: FAVICON_SIDE, ground: false, margin: 0 }), FAVICON_SIDE);
    return reply
      .header('cache-control', DAY)
      .type('image/x-icon')
      .send(await once('/favicon.ico', draw));
  });
}

interface IconLook {
  readonly side: number;
  /** Whether its corners are filled with the colour of its upper edge; a touch icon has no transparent ones. */
  readonly ground: boolean;
  /** Share of the side. */
  readonly margin: number;
}

/** The mark in the middle of a sheet of its colour. */
async function drawShared(drawing: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const mark = await drawIcon(drawing, { side: SHARED.mark, ground: true, margin: 0 });
  const [left, top] = [(SHARED.width - SHARED.mark) / 2, (SHARED.height - SHARED.mark) / 2];
  return sharp(mark).extend({ left, right: left, top, bottom: top, extendWith: 'copy' }).png({ palette: true }).toBuffer();
}

async function drawIcon(drawing: Buffer, { side, ground, margin }: IconLook): Promise<Buffer> {
  // Loaded here: most processes draw nothing.
  const { default: sharp } = await import('sharp');
  const inner = Math.round(side * (1 - 2 * margin));
  const { width = inner } = await sharp(drawing).metadata();
  const drawn = await sharp(drawing, { density: densityFor(width, inner) })
    .resize(inner, inner)
    .png()
    .toBuffer();
  if (!ground) return drawn;
  const edge = await sharp(drawn)
    .extract({ left: Math.floor(inner / 2), top: 1, width: 1, height: 1 })
    .raw()
    .toBuffer();
  const [r = 255, g = 255, b = 255] = edge;
  const rim = Math.round((side - inner) / 2);
  const background = { r, g, b };
  return sharp(drawn)
    .extend({ top: rim, bottom: side - inner - rim, left: rim, right: side - inner - rim, background })
    .flatten({ background })
    .png()
    .toBuffer();
}

/** An icon file with one picture, which may be a PNG (its header, one entry of its directory, the picture). */
function icoOf(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
