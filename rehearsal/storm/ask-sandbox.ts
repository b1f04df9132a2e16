/**
 * Asks the sandbox, once more where its end had just closed the connection: servers close what has been idle for some seconds, and on a slow machine a
 * request may be on its way there.
 */
export const askSandbox = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init).catch((error) => {
    if (!(error instanceof TypeError)) throw error;
    return fetch(url, init);
  });
