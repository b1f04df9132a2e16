import './circle-b.ts';
