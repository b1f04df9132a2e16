import '../../ui/src/index.ts';
