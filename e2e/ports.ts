/** Where the journeys' own inbox listens: next to the product. */
export const sandboxPorts = (productPort: number) => ({ page: productPort + 1, smtp: productPort + 2 });
