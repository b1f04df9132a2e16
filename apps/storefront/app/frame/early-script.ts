import { SHOP_SESSION_KEY } from '@butaca/browser/shop-session.ts';
import { isSessionExpression } from '@butaca/contract/stored-session';
import { EARLY_PRESS_SCRIPT } from './early-press.ts';
import { RUNNING, TIMER_KEY } from './stored-timer.ts';

/**
 * Inline script that runs before the first paint. It sets attributes of the root element: whether a user is logged in, so
 * that the bar shows the right entry at once; whether a purchase is running, so that its clock has its place; and whether
 * this browser session begins here, on the billboard, and has a splash (TB-047). And it keeps what is
 * pressed last before hydration.
 */
export const earlyScript = (): string =>
  `(function(d){try{var s=JSON.parse(localStorage.getItem('${SHOP_SESSION_KEY}')||'null');d.session=${isSessionExpression('s')}?'open':'guest';d.purchase=/${RUNNING}/.test(localStorage.getItem('${TIMER_KEY}'))?'on':'off'}catch(e){d.session='guest'}try{if(!sessionStorage.getItem('butaca.splash')&&location.pathname==='/')d.splash='on';sessionStorage.setItem('butaca.splash','1')}catch(e){}})(document.documentElement.dataset);${EARLY_PRESS_SCRIPT}`;
