import { html } from './html.ts';
import { page } from './page.ts';

/** What the sandbox stands in for. */
export function homePage({ mailCount, paymentCount }: { mailCount: number; paymentCount: number }): string {
  return page({
    title: 'Inicio',
    body: html`
      <h1>El mundo de afuera, en esta máquina</h1>
      <p class="lead">
        La caja de arena reemplaza a los servicios externos mientras se desarrolla y se prueba. Nada de lo que pasa acá sale de esta
        computadora, y en producción no arranca.
      </p>
      <ul class="services">
        <li>
          <h2><a href="/mail">Correo</a></h2>
          <p>Recibe todo lo que se manda por SMTP y no lo entrega a nadie. Sirve para leer los correos como los leería el público.</p>
          <p class="meta">${mailCount === 1 ? '1 correo recibido' : `${mailCount} correos recibidos`}</p>
        </li>
        <li>
          <h2><a href="/gateway">Tarjetas</a></h2>
          <p>Cobra tarjetas de prueba como una pasarela de pagos, y falla cuando se le pide.</p>
          <p class="meta">${paymentCount === 1 ? '1 pago' : `${paymentCount} pagos`}</p>
        </li>
      </ul>`,
  });
}
