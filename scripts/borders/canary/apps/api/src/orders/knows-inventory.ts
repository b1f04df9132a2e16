import '../inventory/index.ts';
