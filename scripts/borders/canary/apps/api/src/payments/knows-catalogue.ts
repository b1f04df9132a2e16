import '../catalogue/index.ts';
