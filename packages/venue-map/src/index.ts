export * from './compiled.ts';
export * from './venue-map.ts';
