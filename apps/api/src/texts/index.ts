import type { LanguageCode } from '@butaca/brand/languages';
import { translate } from '@butaca/brand/translate';
import bills from './bills.json' with { type: 'json' };
import enAnswers from './en/answers.json' with { type: 'json' };
import enExport from './en/export.json' with { type: 'json' };
import enMails from './en/mails.json' with { type: 'json' };
import enTickets from './en/tickets.json' with { type: 'json' };
import enWidget from './en/widget.json' with { type: 'json' };
import enWidgetGuide from './en/widget-guide.json' with { type: 'json' };
import answers from './es/answers.json' with { type: 'json' };
import exportTexts from './es/export.json' with { type: 'json' };
import mails from './es/mails.json' with { type: 'json' };
import tickets from './es/tickets.json' with { type: 'json' };
import widget from './es/widget.json' with { type: 'json' };
import widgetGuide from './es/widget-guide.json' with { type: 'json' };
import ptAnswers from './pt/answers.json' with { type: 'json' };
import ptExport from './pt/export.json' with { type: 'json' };
import ptMails from './pt/mails.json' with { type: 'json' };
import ptTickets from './pt/tickets.json' with { type: 'json' };
import ptWidget from './pt/widget.json' with { type: 'json' };
import ptWidgetGuide from './pt/widget-guide.json' with { type: 'json' };

const catalogues = {
  es: {},
  en: { answers: enAnswers, export: enExport, mails: enMails, tickets: enTickets, 'widget-guide': enWidgetGuide },
  pt: { answers: ptAnswers, export: ptExport, mails: ptMails, tickets: ptTickets, 'widget-guide': ptWidgetGuide },
};

const textsIn = (name: LanguageCode) => {
  const language = { name, catalogues: catalogues[name] };
  return {
    /** Of sentences that a call or a page answers with. */
    answers: translate(language, answers),
    /** Of the file with everything about a person. */
    exported: translate(language, exportTexts),
    mails: translate(language, mails),
    /** Of tickets on paper and the lists that come with them. */
    tickets: translate(language, tickets),
    /** Of the page that explains the widget for other sites. */
    widgetGuide: translate(language, widgetGuide),
  };
};

const all = { es: textsIn('es'), en: textsIn('en'), pt: textsIn('pt') };

/** Everything that the server says to people, in one language. */
export const textsOf = (language: LanguageCode) => all[language];

export { exportTexts };

/** Of bills, which are written in the language of the law wherever they are read. */
export const billTexts = translate({ name: 'es', catalogues: {} }, bills);

/** What the widget for other sites says, which carries every language. */
export const widgetTexts = { es: widget, en: enWidget, pt: ptWidget };
/** Of the page about the widget. */
export type WidgetGuideTexts = ReturnType<typeof textsOf>['widgetGuide'];
