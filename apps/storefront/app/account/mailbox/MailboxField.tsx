import { EmailField } from '@butaca/ui/components/EmailField.tsx';
import type { FieldProps } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import mailboxTexts from '../../i18n/es/mailbox.json';

interface MailboxFieldProps extends Omit<FieldProps, 'ref' | 'type'> {
  readonly name: string;
  /** As `askedEmailProblem` judged what was sent; `error` is its text. */
  readonly problem: string | undefined;
  readonly repeatedIn?: string;
}

/** Where an address is typed that tickets go to. */
export function MailboxField({ problem, error, ...rest }: MailboxFieldProps) {
  const { t } = useTranslation(mailboxTexts);
  const typo = { question: (email: string) => t('typo.question', { email }), accept: t('typo.accept'), keep: t('typo.keep') };
  return <EmailField autoComplete="email" {...rest} typo={typo} isAsked={problem === 'typo'} error={problem !== 'typo' && error} />;
}
