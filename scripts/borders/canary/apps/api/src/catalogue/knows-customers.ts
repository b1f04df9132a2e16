import '../customers/index.ts';
