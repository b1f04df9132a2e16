import { typedIdentifier } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Field, FieldGrid, TextArea } from '@butaca/ui/components/Field.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useState } from 'react';
import queueTexts from '../i18n/es/queue.json';
import { saveFile } from '../save-file.ts';
import { addCodes, removeCodes } from './calls.ts';
import { Problem } from './Problem.tsx';
import styles from './Room.module.css';
import { type OfRoom, useVerb } from './use-room.ts';

const MOST_CODES = 1000;
const MOST_USES = 1_000_000;
const CODE = /^[A-Za-z0-9][A-Za-z0-9._-]{3,63}$/;

type Doing = 'add' | 'remove' | null;

/** How many codes there are; adding some, which are shown once, and removing them. */
export function RoomCodes({ performance, room }: OfRoom) {
  const { t } = useTranslation(queueTexts);
  const [doing, setDoing] = useState<Doing>(null);
  const { count, usesLeft } = room.codes;
  return (
    <section className={styles.panel} aria-labelledby="codes-title">
      <h2 id="codes-title">{t('codes')}</h2>
      <p className={styles.soft}>{t('codes.explain')}</p>
      <p>
        {count === 0 ? (
          t('codes.none')
        ) : (
          <>
            <strong>{t('codes.count', { count })}</strong>, {t('codes.uses', { count: usesLeft })}.
          </>
        )}
      </p>
      <div className={styles.buttons}>
        <Button kind="secondary" small onClick={() => setDoing('add')}>
          {t('codes.add')}
        </Button>
        {count > 0 && (
          <Button kind="secondary" small onClick={() => setDoing('remove')}>
            {t('codes.remove')}
          </Button>
        )}
      </div>
      {doing === 'add' && <AddDialog performanceId={performance.id} onClose={() => setDoing(null)} />}
      {doing === 'remove' && <RemoveDialog performanceId={performance.id} onClose={() => setDoing(null)} />}
    </section>
  );
}

interface DialogProps {
  readonly performanceId: number;
  readonly onClose: () => void;
}

const wholeUpTo = (text: string, most: number) => (/^[1-9]\d*$/.test(typedIdentifier(text)) && Number(text) <= most ? Number(text) : null);

function AddDialog({ performanceId, onClose }: DialogProps) {
  const { t } = useTranslation(queueTexts);
  const [kind, setKind] = useState<'new' | 'own'>('new');
  const [howMany, setHowMany] = useState('50');
  const [uses, setUses] = useState('1');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const [made, setMade] = useState<readonly string[] | null>(null);
  const { busy, problem, run } = useVerb(performanceId);
  const count = wholeUpTo(howMany, MOST_CODES);
  const usesEach = wholeUpTo(uses, MOST_USES);
  const isOwn = kind === 'own';
  const between = (most: number) => t('knob.between', { least: 1, most });

  const add = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (usesEach === null || (isOwn ? !CODE.test(typedIdentifier(code)) : count === null)) return;
    const which = isOwn ? { code: typedIdentifier(code) } : { count: count ?? 1 };
    const answer = await run(
      () => addCodes(performanceId, { ...which, uses: usesEach }),
      ({ state }) => state,
    );
    if (answer) setMade(answer.codes);
  };

  if (made) return <MadeCodes codes={made} onClose={onClose} />;
  return (
    <Dialog open insistent onClose={onClose} title={t('codes')} closeLabel={t('close-dialog')}>
      <form className={styles.form} noValidate onSubmit={(event) => void add(event)}>
        <RadioGroup<'new' | 'own'>
          name="codes-kind"
          legend={t('codes.kind')}
          chosen={kind}
          onChoose={setKind}
          options={(['new', 'own'] as const).map((value) => ({ value, title: t(`codes.${value}`), text: t(`codes.${value}.text`) }))}
        />
        <FieldGrid>
          {isOwn ? (
            <Field
              label={t('codes.code')}
              value={code}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              error={tried && !CODE.test(typedIdentifier(code)) && t('codes.code.hint')}
              onChange={(event) => setCode(event.target.value)}
            />
          ) : (
            <Field
              label={t('codes.how-many')}
              inputMode="numeric"
              value={howMany}
              error={count === null && between(MOST_CODES)}
              onChange={(event) => setHowMany(event.target.value)}
            />
          )}
          <Field
            label={t('codes.uses')}
            inputMode="numeric"
            value={uses}
            error={usesEach === null && between(MOST_USES)}
            onChange={(event) => setUses(event.target.value)}
          />
        </FieldGrid>
        {problem && <Problem problem={problem} />}
        <div className={styles.buttons}>
          <Button type="submit" busy={busy}>
            {t(busy ? 'busy' : 'codes.add')}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The one time that codes are shown. */
function MadeCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(queueTexts);
  const [copied, setCopied] = useState(false);
  const text = codes.join('\n');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Dialog
      open
      insistent
      onClose={onClose}
      title={t('codes')}
      closeLabel={t('close-dialog')}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('codes.kept')}
        </Button>
      }
    >
      <div className={styles.form}>
        <p role="status">{t('codes.once', { count: codes.length })}</p>
        <TextArea label={t('codes.list')} className={styles.codes} rows={6} readOnly value={text} />
        <div className={styles.buttons}>
          <Button kind="secondary" small onClick={() => void copy()}>
            {t(copied ? 'codes.copied' : 'codes.copy')}
          </Button>
          <Button kind="secondary" small onClick={() => saveFile(new File([`${text}\n`], t('codes.file'), { type: 'text/plain' }))}>
            {t('codes.download')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function RemoveDialog({ performanceId, onClose }: DialogProps) {
  const { t } = useTranslation(queueTexts);
  const [code, setCode] = useState('');
  const { busy, problem, run } = useVerb(performanceId);
  const isUnknown = problem?.kind === 'fields';

  const remove = async (which?: string) => {
    const done = await run(
      () => removeCodes(performanceId, which),
      (answer) => answer,
    );
    if (done) onClose();
  };

  return (
    <Dialog open insistent onClose={onClose} title={t('codes.remove')} closeLabel={t('close-dialog')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (typedIdentifier(code) !== '') void remove(typedIdentifier(code));
        }}
      >
        <Field
          label={t('codes.code')}
          value={code}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          error={isUnknown && t('codes.unknown')}
          onChange={(event) => setCode(event.target.value)}
        />
        <div className={styles.buttons}>
          <Button type="submit" kind="secondary" busy={busy}>
            {t('codes.remove.one')}
          </Button>
        </div>
        <hr className={styles.rule} />
        <p className={styles.soft}>{t('codes.remove.all.text')}</p>
        {problem && !isUnknown && <Problem problem={problem} />}
        <div className={styles.buttons}>
          <Button kind="danger" busy={busy} onClick={() => void remove()}>
            {t('codes.remove.all')}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
