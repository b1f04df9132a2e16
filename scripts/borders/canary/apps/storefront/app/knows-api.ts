import '../../api/src/catalogue/index.ts';
