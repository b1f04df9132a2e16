/** Where the journeys' own outside world listens; chosen with the product's port, before anything starts. */
export const sandboxPorts = () => ({ page: Number(process.env.E2E_SANDBOX_PORT), smtp: Number(process.env.E2E_SMTP_PORT) });
