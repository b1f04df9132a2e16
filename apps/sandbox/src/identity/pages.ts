import { Html, html, page } from '../page.ts';

const field = (name: string, label: string, value: string, type = 'text') => html`
  <label>${label}<input type="${type}" name="${name}" value="${value}"></label>`;

/** The provider's log-in: anybody is whoever they say. */
export function logInPage(action: string): string {
  return page({
    title: 'Ingreso externo',
    body: html`
      <h1>Ingreso externo</h1>
      <p class="lead">
        Esto es una simulación. Reemplaza al ingreso de otra organización mientras se desarrolla y se prueba: no hay contraseña, y sos
        quien digas ser. El mismo correo es siempre la misma persona.
      </p>
      <form method="post" action="${action}">
        ${field('firstName', 'Nombre', 'Julia')}
        ${field('lastName', 'Apellido', 'Paredes')}
        ${field('email', 'Correo electrónico', 'julia@correo.example', 'email')}
        <label>El correo está comprobado<input type="checkbox" name="isEmailVerified" value="yes" checked></label>
        ${field('alias', 'Alias (puede quedar vacío)', '')}
        <button name="do" value="log-in">Ingresar</button>
        <button name="do" value="cancel">Cancelar</button>
      </form>`,
  });
}

/** What the simulated provider can do, for people who try it out. */
export function identityPage({ isDown }: { readonly isDown: boolean }): string {
  return page({
    title: 'Ingreso externo',
    body: html`
      <h1>Ingreso externo</h1>
      <p class="lead">Un proveedor de OpenID Connect para las marcas cuyo público ingresa en otra organización. Es una simulación.</p>
      <p>${isDown ? 'Ahora no responde.' : 'Responde.'}</p>
      <p><a href="/id/session/end">Cerrar sesión en el proveedor</a></p>`,
  });
}

/** `form` is the library's own markup, which holds no text of anybody. */
export function logOutPage(form: string, { atOnce }: { readonly atOnce: boolean }): string {
  const body = html`
    <h1>Cerrar sesión</h1>
    <p class="lead">Vas a salir de la simulación del ingreso externo, y de los sitios en los que ingresaste con ella.</p>
    ${new Html(form)}
    <button form="op.logoutForm" name="logout" value="yes">Cerrar sesión</button>`;
  const atOnceScript = `<script>document.querySelector('button').click()</script>`;
  return page({ title: 'Cerrar sesión', body: atOnce ? html`${body}${new Html(atOnceScript)}` : body });
}

export const loggedOutPage = (): string =>
  page({ title: 'Sesión cerrada', body: html`<h1>Cerraste la sesión</h1><p class="lead">En la simulación del ingreso externo.</p>` });
