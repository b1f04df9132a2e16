import type { Camera } from './camera.ts';

const STEP_PX = 64;
const ZOOM = 1.5;

/** What a key does to the map; undefined for one that is not the map's. */
export function keyStep(camera: Camera, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): (() => void) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const steps: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => camera.moveBy(STEP_PX, 0),
    ArrowRight: () => camera.moveBy(-STEP_PX, 0),
    ArrowUp: () => camera.moveBy(0, STEP_PX),
    ArrowDown: () => camera.moveBy(0, -STEP_PX),
    '+': () => camera.flyBy(ZOOM),
    '=': () => camera.flyBy(ZOOM),
    '-': () => camera.flyBy(1 / ZOOM),
    0: () => camera.flyToWhole(),
  };
  return steps[key];
}
