import '../../../apps/storefront/app/knows-api.ts';
