import { useFrame } from '../frame/use-frame.ts';

/** The brand's logo, inline in the colour of the text around it; the name is given by text beside it or a label. */
export function BrandMark({ className }: { className: string | undefined }) {
  const { logoSvg } = useFrame();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's own file, checked at start
  return <span className={className} aria-hidden="true" dangerouslySetInnerHTML={{ __html: logoSvg }} />;
}
