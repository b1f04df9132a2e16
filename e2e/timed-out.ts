/** What begins the messages of Playwright's time-outs: of the runner, and of a wait or a navigation. A failed expectation begins with `expect(`. */
const TIME_OUT =
  /^(?:\w*Error: )?(?:Test timeout of |TimeoutError: |(?:page|locator|frame|elementHandle|browserContext|apiRequestContext|fixture)\S*: (?:Test t|T)imeout )/;

/** Without the colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what begins a colour
export const plain = (message: string): string => message.replace(/\u001b\[[\d;]*m/g, '');

/** An expectation that was still waited for when the time of its journey ended. */
const INTERRUPTED = /^(?:\w*Error: )?expect\((?:locator|page)\)/;
const END_OF_JOURNEY = /^(?:\w*Error: )?Test timeout of /;

/** Whether what failed a journey first was a time-out, and nothing that was seen was wrong. */
export const hasTimedOut = ([first = '', ...others]: readonly string[]): boolean =>
  TIME_OUT.test(first) && others.every((other) => TIME_OUT.test(other) || (END_OF_JOURNEY.test(first) && INTERRUPTED.test(other)));

/** What one page of a failed journey was doing. */
export interface PageState {
  readonly url: string;
  readonly runsScript: boolean;
  /** Whether its browser still makes pictures of it, whatever the page's own clock says. */
  readonly draws: boolean;
  readonly shown: string;
}

/** Whether a browser no longer draws a page that runs script and waits for nothing, which no page can bring about. */
export const hasStalled = (states: readonly PageState[], { unanswered }: { readonly unanswered: number }): boolean =>
  unanswered === 0 && states.some(({ runsScript, draws }) => runsScript && !draws);

/** In the words of the runner: what the journey was waiting for, without its call log. */
export const waitedFor = (messages: readonly string[]): string => {
  const named = messages.find((message) => /waiting for|: (?:Test t|T)imeout /.test(message)) ?? messages[0] ?? '';
  const locator = /waiting for .*/.exec(named)?.[0];
  return [named.split('\n')[0], locator].filter(Boolean).join('; ');
};
