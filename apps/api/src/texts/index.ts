import type { LanguageCode } from '@butaca/brand/languages';
import { translate } from '@butaca/brand/translate';
import enAnswers from './en/answers.json' with { type: 'json' };
import enMails from './en/mails.json' with { type: 'json' };
import enTickets from './en/tickets.json' with { type: 'json' };
import answers from './es/answers.json' with { type: 'json' };
import mails from './es/mails.json' with { type: 'json' };
import tickets from './es/tickets.json' with { type: 'json' };
import ptAnswers from './pt/answers.json' with { type: 'json' };
import ptMails from './pt/mails.json' with { type: 'json' };
import ptTickets from './pt/tickets.json' with { type: 'json' };

const catalogues = {
  es: {},
  en: { answers: enAnswers, mails: enMails, tickets: enTickets },
  pt: { answers: ptAnswers, mails: ptMails, tickets: ptTickets },
};

const textsIn = (name: LanguageCode) => {
  const language = { name, catalogues: catalogues[name] };
  return {
    /** Of sentences that a call or a page answers with. */
    answers: translate(language, answers),
    mails: translate(language, mails),
    /** Of tickets on paper and the lists that come with them. */
    tickets: translate(language, tickets),
  };
};

const all = { es: textsIn('es'), en: textsIn('en'), pt: textsIn('pt') };

/** Everything that the server says to people, in one language. */
export const textsOf = (language: LanguageCode) => all[language];
