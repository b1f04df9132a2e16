import '../../storefront/app/knows-api.ts';
