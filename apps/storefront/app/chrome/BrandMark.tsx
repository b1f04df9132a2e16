import { useFrame } from '../frame/use-frame.ts';

/** The house's mark, drawn inline in the colour of the text around it; its name stands beside or behind it. */
export function BrandMark({ className }: { className: string | undefined }) {
  const { logoSvg } = useFrame();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's own file, checked at start
  return <span className={className} aria-hidden="true" dangerouslySetInnerHTML={{ __html: logoSvg }} />;
}
