import { Gallery } from '@butaca/ui/gallery';

/** Every component of the design language; in development only. */
export default function GalleryPage() {
  return (
    <main id="main">
      <title>Componentes</title>
      <Gallery />
    </main>
  );
}
