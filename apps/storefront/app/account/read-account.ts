/** One's own data for a page of the account; null when they could not be read. Without an open session, to login. */
export async function readAccount(request: Request) {
  const [{ getCustomer }, { pageCall }] = await Promise.all([import('@butaca/contract/account'), import('../calls/page-call.ts')]);
  const answer = await pageCall(getCustomer, {}, request);
  return answer.ok ? answer.data : null;
}
