/** What 3-D Secure asks of a browser. */
export const deviceFacts = (): Readonly<Record<string, string>> => ({
  language: navigator.language,
  colorDepth: String(screen.colorDepth),
  screenHeight: String(screen.height),
  screenWidth: String(screen.width),
  timeDifference: String(new Date().getTimezoneOffset()),
  userAgent: navigator.userAgent.slice(0, 1024),
});
