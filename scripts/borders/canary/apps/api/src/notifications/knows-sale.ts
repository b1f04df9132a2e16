import '../sale/index.ts';
