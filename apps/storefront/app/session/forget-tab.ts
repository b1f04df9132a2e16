import { forgetForm } from '../account/kept-form.ts';

/** What this tab has kept of its person, who logs out or is erased: a half-typed form, the places that were chosen, a code that was asked for. */
export function forgetTab(): void {
  forgetForm();
  void import('../purchase/clock/chosen-before.ts').then(({ forgetChosen }) => forgetChosen()).catch(() => {});
  void import('../login/sign-up/code-step.ts').then(({ forgetCodeStep }) => forgetCodeStep()).catch(() => {});
  void import('../account/mailbox/code-asked.ts').then(({ forgetCodeAsked }) => forgetCodeAsked()).catch(() => {});
}
