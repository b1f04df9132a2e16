export { Button, type ButtonProps, LinkButton } from './components/Button.tsx';
export { Dialog, type DialogProps } from './components/Dialog.tsx';
export {
  Checkbox,
  Field,
  FieldGrid,
  FieldGroup,
  type FieldProps,
  PasswordField,
  type PasswordFieldProps,
  Select,
  type SelectProps,
} from './components/Field.tsx';
export { Menu, type MenuProps } from './components/Menu.tsx';
export { Money } from './components/Money.tsx';
export { Notice, type NoticeProps } from './components/Notice.tsx';
export { Poster, type PosterImage, type PosterProps } from './components/Poster.tsx';
export { Skeleton } from './components/Skeleton.tsx';
export { SkipLink } from './components/SkipLink.tsx';
export { Tag } from './components/Tag.tsx';
