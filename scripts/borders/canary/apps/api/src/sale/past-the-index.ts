import '../orders/knows-sale.ts';
