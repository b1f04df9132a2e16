import '../../../../demo/load.ts';
