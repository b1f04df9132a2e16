import { type ReactNode, useState } from 'react';
import {
  Button,
  Checkbox,
  Dialog,
  Field,
  FieldGroup,
  LinkButton,
  Menu,
  Money,
  Notice,
  PasswordField,
  Poster,
  Select,
  Skeleton,
  Tag,
} from '../index.ts';
import styles from './Gallery.module.css';

const argentine = { price: 'es-AR', currency: 'ARS', decimals: 0 };
const drawing = (ink: string, light: string) => ({
  url: `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 30"><path fill="${ink}" d="M0 0h20v30H0z"/><path fill="${light}" d="M10 4 17 30H3Z"/></svg>`,
  )}`,
  width: 200,
  height: 300,
  alt: 'Un afiche',
  ink,
});

/** Every component in every state, for the people who change them; mounted in development only. */
export function Gallery() {
  const [open, setOpen] = useState<'dialog' | 'side' | null>(null);
  return (
    <div className={styles.gallery}>
      <h1>Componentes</h1>
      <Foundations />
      <Section title="Botones">
        <Button>Comprar</Button>
        <Button kind="secondary">Ver fechas</Button>
        <Button kind="quiet">Ahora no</Button>
        <Button kind="danger">Vaciar</Button>
        <Button busy>Un momento…</Button>
        <Button disabled>No disponible</Button>
        <Button small>Chico</Button>
        <Button small disabled>
          Chico, apagado
        </Button>
        <LinkButton href="#enlace" kind="secondary" small>
          Enlace
        </LinkButton>
      </Section>
      <Section title="Campos">
        <Field label="Nombre" hint="Como figura en tu documento" />
        <Field label="Correo" type="email" defaultValue="julia@" error="El correo no es válido" />
        <PasswordField label="Contraseña" showLabel="Mostrar" hideLabel="Ocultar" />
        <Select label="País" defaultValue="ar">
          <option value="ar">Argentina</option>
          <option value="py">Paraguay</option>
        </Select>
        <Field label="Teléfono" type="tel" defaultValue="11 5555-0100" disabled />
        <Select label="Documento" defaultValue="" error="Elegí un tipo de documento">
          <option value="">Elegí uno</option>
          <option value="dni">DNI</option>
        </Select>
        <FieldGroup legend="Nacimiento" error="La fecha no existe">
          <Field label="Día" inputMode="numeric" />
          <Field label="Mes" inputMode="numeric" />
          <Field label="Año" inputMode="numeric" />
        </FieldGroup>
        <Checkbox label="Recordarme en este equipo" defaultChecked />
        <Checkbox label="Acepto las condiciones" error="Tenés que aceptarlas para seguir" />
      </Section>
      <Section title="Avisos">
        <Notice title="La venta abre el viernes a las 10">Podés crear tu cuenta desde ahora.</Notice>
        <Notice kind="success">Tu cuenta está lista.</Notice>
        <Notice kind="warning">Quedan dos minutos.</Notice>
        <Notice kind="error" title="No pudimos cargar la cartelera" actions={<Button small>Reintentar</Button>} />
      </Section>
      <Section title="Etiquetas y precios">
        <Tag>Sin numerar</Tag>
        <Tag tone="strong">Agotado</Tag>
        <Tag tone="accent">En venta</Tag>
        <Tag tone="danger">Cancelada</Tag>
        <Money amount={1_234_500} locale={argentine} />
      </Section>
      <Section title="Afiches">
        <Poster image={drawing('#c2452d', '#f3c98b')} className={styles.poster ?? ''} />
        <Poster image={drawing('#1f3b4d', '#e8dcc4')} className={styles.poster ?? ''} />
        <Poster
          image={{
            ...drawing('#3d5a40', '#000'),
            url: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`,
          }}
          decorative
          className={styles.poster ?? ''}
        />
        <Poster image={undefined} className={styles.poster ?? ''} />
        <div className={styles.lines}>
          <Skeleton width="12rem" height="1.5rem" />
          <Skeleton width="8rem" />
        </div>
      </Section>
      <Section title="Menú y diálogos">
        <Menu label="Cuenta">
          {['Mis compras', 'Mis datos', 'Salir'].map((text) => (
            <li key={text}>
              <a href={`#${text}`}>{text}</a>
            </li>
          ))}
        </Menu>
        <Button kind="secondary" onClick={() => setOpen('dialog')}>
          Abrir diálogo
        </Button>
        <Button kind="secondary" onClick={() => setOpen('side')}>
          Abrir cajón
        </Button>
      </Section>
      <Dialog
        open={open !== null}
        side={open === 'side'}
        onClose={() => setOpen(null)}
        title="Atención"
        closeLabel="Cerrar"
        actions={<Button onClick={() => setOpen(null)}>Aceptar</Button>}
      >
        No pudimos comunicarnos con el servidor.
      </Dialog>
    </div>
  );
}

const texts = ['marquee', 'h1', 'h2', 'h3', 'lead', 'text', 'small'] as const;
const titles: ReadonlySet<string> = new Set(['marquee', 'h1', 'h2', 'h3']);
const grounds = [
  'paper',
  'surface',
  'sunken',
  'empty',
  'accent',
  'inverse',
  'info-ground',
  'success-ground',
  'warning-ground',
  'danger-ground',
];

/** The type scale and the background colours of the current theme. */
function Foundations() {
  return (
    <>
      <Section title="Letra">
        <ul className={styles.scale}>
          {texts.map((size) => (
            <li key={size} className={titles.has(size) ? styles.titleFace : ''} style={{ fontSize: `var(--size-${size})` }}>
              Función de gala, 21 h <small className={styles.name}>{size}</small>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Color">
        {grounds.map((ground) => (
          <figure key={ground} className={styles.swatch}>
            <div className={styles.colour} style={{ background: `var(--${ground})` }} />
            <figcaption className={styles.name}>{ground}</figcaption>
          </figure>
        ))}
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div className={styles.row}>{children}</div>
    </section>
  );
}
