import { birthdayProblem, type CalendarDay, readDay } from './birthday.ts';
import { documentProblem } from './document.ts';
import { emailProblem } from './email.ts';
import { nameProblem } from './name.ts';
import { passwordProblem } from './password.ts';
import { phoneProblem } from './phone.ts';

export interface SignUpInput {
  readonly firstName: string;
  readonly lastName: string;
  readonly documentType: string;
  readonly documentNumber: string;
  /** `2026-11-21`. */
  readonly birthday: string;
  readonly email: string;
  readonly password: string;
  readonly phoneNumber: string;
}

export interface FieldProblem {
  readonly field: keyof SignUpInput;
  readonly reason: string;
}

/** Everything that is wrong with a sign-up, in the order of its form; the same answer in the browser and on the server. */
export function signUpProblems(input: SignUpInput, today: CalendarDay): FieldProblem[] {
  const reasons: Record<keyof SignUpInput, string | null> = {
    firstName: nameProblem(input.firstName),
    lastName: nameProblem(input.lastName),
    documentType: null,
    documentNumber: documentProblem(input.documentType, input.documentNumber),
    birthday: birthdayProblem(readDay(input.birthday), today),
    email: emailProblem(input.email),
    password: passwordProblem(input.password),
    phoneNumber: phoneProblem(input.phoneNumber),
  };
  return Object.entries(reasons).flatMap(([field, reason]) => (reason ? [{ field: field as keyof SignUpInput, reason }] : []));
}
