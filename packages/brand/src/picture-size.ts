export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size that a picture has by itself, from its first bytes; null where they are of no picture of this kind. */
export function pictureSize(bytes: Buffer, mediaType: string): PictureSize | null {
  const size = readers[mediaType]?.(bytes) ?? null;
  return size && size.width > 0 && size.height > 0 ? size : null;
}

const readers: Readonly<Record<string, (bytes: Buffer) => PictureSize | null>> = {
  'image/svg+xml': sizeOfSvg,
  'image/png': sizeOfPng,
  'image/webp': sizeOfWebp,
};

function sizeOfSvg(bytes: Buffer): PictureSize | null {
  const [, width, height] = /\sviewBox="\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"/.exec(bytes.toString()) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

/** The signature, then the header chunk, which begins with both. */
function sizeOfPng(bytes: Buffer): PictureSize | null {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** By its first chunk: lossy, lossless, or extended (RFC 9649). */
function sizeOfWebp(bytes: Buffer): PictureSize | null {
  if (bytes.length < 30 || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
