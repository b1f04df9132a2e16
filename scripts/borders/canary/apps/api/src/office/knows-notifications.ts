import '../notifications/index.ts';
