import { Gallery } from '@butaca/ui/gallery';
import { SeatMapGallery } from '../purchase/seat-map/gallery/SeatMapGallery.tsx';

/** Every component of the design language, and the map of places; in development only. */
export default function GalleryPage() {
  return (
    <main id="main">
      <title>Componentes</title>
      <Gallery />
      <SeatMapGallery />
    </main>
  );
}
