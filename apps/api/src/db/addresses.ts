/** Scheme, user and password; servers; database and settings. */
const FORM = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/;

/**
 * The address of each server that a `DATABASE_URL` names: several of one cluster stand there with commas between them, as libpq has them
 * (`postgres://user:password@one:5432,two:5432/butaca`). None when it is no address.
 */
export function addressesOf(url: string): readonly string[] {
  const [, start = '', servers, rest = ''] = FORM.exec(url) ?? [];
  const addresses = servers?.split(',').map((server) => `${start}${server}${rest}`) ?? [];
  return addresses.every((address) => URL.canParse(address)) ? addresses : [];
}
