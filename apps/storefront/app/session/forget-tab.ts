import { forgetForm } from '../account/kept-form.ts';

/** What this tab has kept of its person, who logs out or is erased: a half-typed form, and the places that were chosen. */
export function forgetTab(): void {
  forgetForm();
  void import('../purchase/clock/chosen-before.ts').then(({ forgetChosen }) => forgetChosen()).catch(() => {});
}
