import '../box-office/index.ts';
