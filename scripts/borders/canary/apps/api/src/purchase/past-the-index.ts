import '../inventory/knows-orders.ts';
