import type { SavedCard } from '@butaca/contract';
import { Field } from '@butaca/ui/components/Field.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import buyTexts from '../../../i18n/es/buy.json';
import { ProblemText } from '../ProblemText.tsx';
import styles from './Card.module.css';
import { CardMark } from './CardMark.tsx';
import type { KnownCard } from './known-card.ts';

interface KeptCardsProps {
  readonly cards: readonly SavedCard[];
  /** Undefined for another card. */
  readonly chosen: SavedCard | undefined;
  readonly onChoose: (id: string | null) => void;
  readonly known: KnownCard;
  /** Of the security code. */
  readonly problem: string | undefined;
}

const ANOTHER = 'another';

/** The cards that the provider keeps for the buyer, who proves with the security code to have the chosen one in hand. */
export function KeptCards({ cards, chosen, onChoose, known, problem }: KeptCardsProps) {
  const { t } = useTranslation(buyTexts);
  const codeLength = known.status === 'known' ? known.kind.securityCodeLength : 3;
  return (
    <div className={styles.kept}>
      <RadioGroup
        name="keptCard"
        legend={t('kept.title')}
        chosen={chosen?.id ?? ANOTHER}
        onChoose={(id) => onChoose(id === ANOTHER ? null : id)}
        options={[
          ...cards.map(({ id, label, brand, expires }) => ({
            value: id,
            mark: <CardMark brand={brand} />,
            title: label,
            text: expires && t('kept.expires', { expires }),
          })),
          { value: ANOTHER, title: t('kept.another') },
        ]}
      />
      {chosen && (
        <div className={styles.fields}>
          <Field
            enterKeyHint="done"
            key={chosen.id}
            name="code"
            label={t('card.code')}
            hint={t(codeLength === 4 ? 'card.code.front' : 'card.code.back')}
            error={problem && <ProblemText field="code" reason={problem} />}
            type="text"
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={4}
            className={styles.code}
            required
          />
        </div>
      )}
    </div>
  );
}
