import { Gallery } from '@butaca/ui/gallery';
import { useFrame } from '../frame/use-frame.ts';
import { SeatMapGallery } from '../purchase/seat-map/gallery/SeatMapGallery.tsx';
import { Footer } from './Footer.tsx';
import { footerVariants } from './footers.ts';
import { TopBar } from './top-bar/TopBar.tsx';
import { chromeNumbers, topBarVariant } from './top-bars.ts';

/** Every component of the design language, the map of places, and the bars and footers that a brand may choose; in development only. */
export default function GalleryPage() {
  const frame = useFrame();
  const frameOf = (number: number) => ({ ...frame, bar: topBarVariant(number), footers: footerVariants(number) });
  return (
    <main id="main">
      <title>Componentes</title>
      <Gallery />
      <SeatMapGallery />
      {chromeNumbers.map((number) => (
        <section key={number} aria-label={`${number}`}>
          <h2>{`Barra y pie ${number}`}</h2>
          <TopBar frame={frameOf(number)} />
          <Footer frame={frameOf(number)} />
        </section>
      ))}
    </main>
  );
}
