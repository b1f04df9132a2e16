import type { SectionShape, VenuePicture } from '@butaca/venue-map';
import { expect, test } from 'vitest';
import { drawnLabel } from '../../../app/purchase/seat-map/SectionsPicture.tsx';

const picture = { viewBox: '0 0 1000 800' } as VenuePicture;
const shape = (label: string, labelSize: number, labelTurned = false) => ({ label, labelSize, labelTurned }) as SectionShape;

test('a section is drawn with its whole name where a phone can show it', () => {
  expect(drawnLabel(shape('Platea', 22), picture)).toEqual({ text: 'Platea', size: 22, largeOnly: false });
});

test('a smaller name is for large screens', () => {
  expect(drawnLabel(shape('Norte 101', 14), picture)).toEqual({ text: 'Norte 101', size: 14, largeOnly: true });
});

test('where the name is too small to be read its number stands alone, up to twice as large', () => {
  expect(drawnLabel(shape('Tribuna alta 224', 8), picture)).toEqual({ text: '224', size: 16, largeOnly: true });
});

test('what cannot be read is not drawn', () => {
  expect(drawnLabel(shape('Palcos bajos', 6), picture)).toBeNull();
  expect(drawnLabel(shape('Palco 3', 0), picture)).toBeNull();
  expect(drawnLabel(shape('Tribuna 224', 8, true), picture)).toBeNull();
});
