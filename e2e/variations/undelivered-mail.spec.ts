import type { Page } from '@playwright/test';
import { fillInSignUp, newcomer, signUpButton } from '../customers.ts';
import { expect, looksRight, test } from '../fixtures.ts';
import { codeMailedTo, mailsTo } from '../inbox.ts';
import { enterOffice, paidOrder } from '../paid.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';

/** Somebody whose mailbox, which does not exist, refuses every mail. */
const refused = () => {
  const person = newcomer();
  return { ...person, email: person.email.replace(/@.*/, '@no-existe.example') };
};

/** Somebody whose mailbox takes the code that proves it, and refuses every other mail. */
const filledUp = () => {
  const person = newcomer();
  return { ...person, email: person.email.replace(/@.*/, '@solo-codigos.example') };
};

/** From a phone to a desk. */
const widths = [390, 768, 1280];

/** The order, once its tickets are known to have been refused. */
async function refusedOrder(page: Page) {
  const person = filledUp();
  const { orderId } = await paidOrder(page, 2, person);
  // The mail with its bill comes a little later, to be refused as well.
  await expect
    .poll(async () => (await ask(page, 'GET', `/v2/Operacion/${orderId}`)).listaCorreoSinEntregar)
    .toContainEqual(expect.objectContaining({ ctCorreo: 'ENTRADAS' }));
  return { orderId, email: person.email };
}

test('a buyer reads on the order that their mailbox refused it, corrects the address with a mailed code, and the tickets arrive there @once', async ({
  page,
}) => {
  const { orderId, email } = await refusedOrder(page);
  await page.goto(`/myOrders/${orderId}`);
  await expect(page.getByText(`El correo ${email} rechazó lo que te mandamos`)).toBeVisible();
  await expect(page.getByText('Tus entradas están acá y valen igual')).toBeVisible();
  await expect(page.locator('[data-code]')).toHaveCount(2);
  await looksRight(page, { widths });

  const correct = page.getByRole('button', { name: 'Corregir el correo' });
  await correct.click();
  const dialog = page.getByRole('dialog', { name: '¿A qué correo te escribimos por esta compra?' });
  const address = dialog.getByLabel('Correo electrónico');
  await expect(address).toBeFocused();
  await looksRight(page, { widths });
  await address.fill('sin arroba');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('El correo electrónico debe ser válido')).toBeVisible();
  await address.fill('julia@gmial.com');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[data-msg="email_typo"]')).toContainText('¿Quisiste decir julia@gmail.com?');

  const other = newcomer().email;
  await address.fill(other);
  await page.keyboard.press('Enter');
  await test.step('the code proves the mailbox, and what was refused goes there', async () => {
    await expect(dialog.getByLabel('Código de seis números')).toBeFocused();
    await looksRight(page, { widths });
    const code = await codeMailedTo(other, 6);
    // Nothing of the order goes there before it is proved.
    expect((await mailsTo(other)).map(({ subject }) => subject)).toEqual([expect.stringContaining('es tu código')]);
    await dialog.getByLabel('Código de seis números').fill('000000');
    await page.keyboard.press('Enter');
    const wrong = dialog.getByText('No es ese código, o ya venció.');
    await expect(wrong).toBeVisible();
    // Within the minute in which the server sends none.
    await page.route('**/Correo/Codigo', (route) => route.fulfill({ json: { nCode: 200, oData: {} } }), { times: 1 });
    await dialog.getByRole('button', { name: 'Mandar otro código' }).click();
    await expect(dialog.getByRole('status')).toHaveText(`Te mandamos otro código a ${other}. El anterior ya no sirve.`);
    await expect(wrong).toBeHidden();
    await expect(dialog.getByLabel('Código de seis números')).toBeFocused();
    await expect(dialog.getByLabel('Código de seis números')).toHaveValue('');
    await dialog.getByLabel('Código de seis números').fill(code);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Los correos de esta compra van a ${other}`)).toBeVisible();
    await expect(page.getByText(`El correo de tu cuenta sigue siendo ${email}`)).toBeVisible();
    // It is said once where they go.
    await expect(page.getByText('Los correos de esta compra van a')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Cambiar el correo de mi cuenta' })).toHaveAttribute('href', '/myData#email-of-account');
    await expect.poll(async () => (await mailsTo(other)).map(({ subject }) => subject)).toContain('Tus entradas para Hamlet');
    await looksRight(page, { widths });
  });
  await page.reload();
  await expect(page.locator('[data-code]')).toHaveCount(2);
  await expect(correct).toBeHidden();

  await test.step('one click takes the mails back to the address of the account', async () => {
    await expect(page.getByText(`Los correos de esta compra van a ${other[0]}…@`)).toBeVisible();
    await looksRight(page, { widths });
    await page.getByRole('button', { name: 'Volver a mi correo' }).click();
    await expect(page.getByText(`Los correos de esta compra van a ${email}`)).toBeVisible();
    await expect(page.getByText('Ese correo rechazó lo último que le mandamos')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Volver a mi correo' })).toBeHidden();
    expect((await ask(page, 'GET', `/v2/Operacion/${orderId}`)).cCorreo).toBeUndefined();
  });
});

test('somebody who mistyped their address at sign-up is told by the page that they are on, and corrects it where it leads @once', async ({
  page,
}) => {
  const person = refused();
  await page.goto('/signUp?nextUrl=%2FFAQ');
  await fillInSignUp(page, person);
  await signUpButton(page).click();
  await expect(page).toHaveURL('/FAQ');
  const told = page.getByRole('status').locator('[data-msg="account_mailbox"]');
  await expect(told).toContainText(`El correo ${person.email} no recibe nuestros mensajes.`);
  await looksRight(page, { widths });
  await told.getByRole('link', { name: 'cambialo en Mis datos' }).click();
  await expect(page).toHaveURL('/myData#email-of-account');
  const section = page.getByRole('region', { name: 'Correo de tu cuenta' });
  await expect(section.getByLabel('Correo nuevo')).toBeFocused();
  await expect(section.getByLabel('Correo nuevo')).toBeInViewport();
  await looksRight(page, { widths });
  const { email } = newcomer();
  await section.getByLabel('Correo nuevo').fill(email);
  await section.getByLabel('Contraseña').fill(person.password);
  await page.keyboard.press('Enter');
  await section.getByLabel('Código de seis números').fill(await codeMailedTo(email, 6));
  await page.keyboard.press('Enter');
  await expect(section).toContainText(`Tu correo ahora es ${email}`);
  await expect(page.locator('[data-msg="account_mailbox"]')).toHaveCount(0);
});

test('a buyer whose address takes no mail reads so before paying and in their data @once', async ({ page }) => {
  const person = refused();
  await logInAsNewcomer(page, undefined, person, { confirmed: false });
  await expect.poll(async () => (await ask(page, 'GET', '/v2/Cliente/Informacion')).oCorreoSinEntregar).toBeDefined();
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  const told = page.locator('[data-msg="account_mailbox"]');
  await test.step('in the purchase, above delivery and payment', async () => {
    await page.goto(buyAddress(taken));
    await expect(told).toHaveCount(1);
    await expect(told).toContainText(`El correo ${person.email} rechazó lo que te mandamos`);
    await expect(told).toContainText('Su servidor contesta que esa dirección no existe.');
    await expect(told).toContainText('tus entradas quedan en Mis compras y valen lo mismo');
    await looksRight(page, { widths });
  });
  await page.goto('/myData');
  await expect(told).toContainText(`El correo ${person.email} rechazó lo que te mandamos`);
  await looksRight(page, { widths });
  await test.step('which opens the form below, as often as it is asked for', async () => {
    const section = page.getByRole('region', { name: 'Correo de tu cuenta' });
    for (let turn = 0; turn < 2; turn++) {
      await told.getByRole('link', { name: 'Cambiar el correo de mi cuenta' }).click();
      await expect(section.getByLabel('Correo nuevo')).toBeFocused();
      await section.getByRole('button', { name: 'Dejarlo como está' }).click();
      await expect(section.getByLabel('Correo nuevo')).toHaveCount(0);
    }
  });
  await test.step('on every other page of the account, once', async () => {
    for (const path of ['/myOrders', '/myAddress', '/mySecurity', '/myPrivacy']) {
      await page.goto(path);
      await expect(told).toHaveCount(1);
      await expect(told).toContainText(`El correo ${person.email} rechazó lo que te mandamos`);
      await looksRight(page, { widths });
    }
  });
  await test.step('and support promises no copy to it', async () => {
    await page.goto('/TechnicalSupport');
    await page.getByLabel('Mensaje', { exact: true }).fill('Quiero cambiar el correo de mi cuenta.');
    await page.getByLabel('Teléfono').fill('11 5555-0100');
    await page.getByRole('button', { name: 'Enviar mensaje' }).click();
    await expect(page.getByRole('heading', { name: 'Recibimos tu mensaje' })).toBeFocused();
    await expect(page.getByText(`Tu correo ${person.email} no recibe nuestros mensajes`)).toBeVisible();
    await expect(page.getByText('Te mandamos una copia')).toHaveCount(0);
    await looksRight(page, { widths });
  });
});

/** A payment that waits, of which a mail was held: its order as lists, page and payment are answered. */
async function heldOrder(page: Page) {
  const person = newcomer();
  await logInAsNewcomer(page, undefined, person, { confirmed: false });
  const { purchaseId } = await take(page, { show: 'hamlet', quantity: 1 });
  const oProceso = await ask(page, 'GET', `/v2/Proceso/${purchaseId}`);
  const held = {
    ctCorreo: 'PAGO_PENDIENTE',
    cCorreo: person.email,
    dMomento: new Date().toISOString(),
    ctMotivo: 'DEMASIADOS',
    lRechazado: 'N',
  };
  const order = {
    ...{ idOperacion: purchaseId, idProcesoDeCompra: purchaseId, cEstado: 'PENDIENTE', listaEntrada: [], listaFuncion: [] },
    ...{ oTotal: oProceso.oTotal, fPendiente: oProceso.oTotal.fTotal, fPagado: 0, oProceso, listaCorreoSinEntregar: [held] },
  };
  await page.route(/\/v2\/(Operacion\/|Historial2)/, (route) => {
    const isList = route.request().url().includes('Historial2');
    return route.fulfill({ json: { nCode: 200, oData: isList ? { Lista: [order] } : order } });
  });
  await page.route('**/v2/proceso/confirmacion/**', (route) =>
    route.fulfill({ json: { nCode: 200, oData: { cResultado: 'PENDIENTE', oProceso } } }),
  );
  return { purchaseId, email: person.email };
}

test('a buyer meets a held mail of a payment that waits in their list and on the payment’s page, and goes from both to where it is put right @once', async ({
  page,
}) => {
  const { purchaseId, email } = await heldOrder(page);
  const told = page.getByText(`No mandamos un correo de esta compra a ${email}: falta confirmar que es tuyo.`);
  await test.step('in the list, beside the way to the payment', async () => {
    await page.goto('/myOrders');
    await expect(told).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ver cómo está el pago: Hamlet' })).toBeVisible();
    await looksRight(page, { widths });
    await page.getByRole('link', { name: 'Ver la compra y confirmarlo: Hamlet' }).click();
    await expect(page).toHaveURL(`/myOrders/${purchaseId}`);
    await expect(page.getByRole('button', { name: 'Confirmar el correo' })).toBeVisible();
    await looksRight(page, { widths });
  });
  await test.step('on the page of the payment, announced when it is known', async () => {
    await page.goto(`/payConfirm?idProcesoDeCompra=${purchaseId}`);
    await expect(page.getByRole('heading', { name: 'Tu pago está pendiente de confirmación' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'falta confirmar que es tuyo' })).toBeVisible();
    await looksRight(page, { widths });
    await page.getByRole('link', { name: 'Ver la compra y confirmarlo' }).click();
    await expect(page).toHaveURL(`/myOrders/${purchaseId}`);
  });
});

test('a reservation whose mail was refused says so in the list of reservations, with the way to its page, and its mail goes to the address that is proved there @once', async ({
  page,
}) => {
  const person = filledUp();
  await logInAsNewcomer(page, undefined, person);
  const { purchaseId } = await take(page, { show: 'macbeth', quantity: 1 });
  await ask(page, 'POST', `/v2/Proceso/${purchaseId}/Reservar`, { lAceptaCondiciones: 'S' });
  await expect.poll(async () => (await ask(page, 'GET', '/v2/Historial2')).Lista[0]?.listaCorreoSinEntregar).toBeDefined();
  await page.goto('/myBookings');
  const booking = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Macbeth' }) });
  await expect(booking.getByText(`${person.email} no recibió un correo de esta compra.`)).toBeVisible();
  await looksRight(page, { widths });
  await booking.getByRole('link', { name: 'Ver qué pasó y corregir el correo: Macbeth' }).click();
  await expect(page.getByText(`El correo ${person.email} rechazó lo que te mandamos`)).toBeVisible();
  await looksRight(page, { widths });
  await page.getByRole('button', { name: 'Corregir el correo' }).click();
  const dialog = page.getByRole('dialog', { name: '¿A qué correo te escribimos por esta compra?' });
  const other = newcomer().email;
  await dialog.getByLabel('Correo electrónico').fill(other);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Código de seis números').fill(await codeMailedTo(other, 6));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Los correos de esta compra van a ${other}`)).toBeVisible();
  await expect.poll(async () => (await mailsTo(other)).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/reserva/i));
  await looksRight(page, { widths });
});

test('a buyer whose address takes mail reads nothing of it', { tag: '@desktop' }, async ({ page }) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('button', { name: /^Pagar/ })).toBeVisible();
  await expect(page.locator('[data-msg="account_mailbox"]')).toHaveCount(0);
});

test('a mailbox that refuses the code itself says so where another one is typed, and codes are paced @once', async ({ page }) => {
  const { orderId, email } = await refusedOrder(page);
  await test.step('the page after the payment no longer says that the tickets are on their way', async () => {
    await page.goto(`/BuyTicket/ok/${orderId}`);
    await expect(page.getByText('Tus entradas van en camino a tu correo')).toBeVisible();
    await expect(page.getByText(`El correo ${email} no recibió tus entradas.`)).toBeVisible();
    await expect(page.getByText('Tus entradas van en camino a tu correo')).toBeHidden();
    await page.getByRole('link', { name: 'Verlas y corregir el correo' }).click();
  });
  await page.getByRole('button', { name: 'Corregir el correo' }).click();
  const dialog = page.getByRole('dialog');
  const address = dialog.getByLabel('Correo electrónico');
  const wrong = refused().email;
  await address.fill(wrong);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(`${wrong} también rechaza nuestros correos`)).toBeVisible();
  await expect(address).toBeFocused();
  await looksRight(page, { widths });
  await address.fill(newcomer().email);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^Ya mandamos varios códigos\. Probá de nuevo en \d+ segundos?\.$/)).toBeVisible();
});

test('an organiser sees undelivered mails in a list and in the order, tries one again, and puts it aside @once', async ({
  page,
  otherVisitor: office,
}) => {
  const { orderId, email } = await refusedOrder(page);
  await enterOffice(office);
  await office.goto('/oficina/correos');
  await expect(office.getByRole('heading', { level: 1, name: 'Correos sin entregar' })).toBeFocused();
  const search = office.getByLabel('Buscar un correo');
  await search.fill('nadie-lo-tiene@correo.example');
  await office.keyboard.press('Enter');
  await expect(office.getByText('No encontramos ninguno con “nadie-lo-tiene@correo.example”.')).toBeVisible();
  await search.fill(email);
  await office.keyboard.press('Enter');
  const open = office.getByRole('region', { name: 'Sin entregar' }).getByRole('listitem').filter({ hasText: email });
  const tickets = open.filter({ hasText: 'Entradas' });
  await expect(tickets).toContainText('La dirección no existe.');
  await expect(tickets).toContainText('1 intento');
  await test.step('each row says whose it is and of what, and each button what it acts on', async () => {
    await expect(tickets).toContainText('Hamlet');
    await expect(tickets.getByText(/^Hamlet · \d+ \w+ \d{4}/)).toBeVisible();
    await expect(open.filter({ hasText: 'Bienvenida' })).toContainText(/Julia|[A-Z]\w+ [A-Z]\w+/);
    const names = await open.getByRole('button').evaluateAll((buttons) => buttons.map((button) => button.textContent ?? ''));
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^(Reenviar|Corregir el correo|Apartar): .*, .*@solo-codigos\.example, /.test(name))).toBe(true);
  });
  await expect(
    office.getByRole('navigation', { name: 'Pantallas' }).getByRole('link', { name: /^Correos.*: (\d+|más de 99) sin entregar$/ }),
  ).toBeVisible();
  await looksRight(office, { widths });

  await tickets.getByRole('button', { name: 'Reenviar' }).click();
  await expect(office.getByText(`${email} lo volvió a rechazar. La dirección no existe.`)).toBeVisible();
  await expect(office.getByText('Lo mandamos de nuevo ahora. Si lo vuelve a rechazar, lo ves acá.')).toBeHidden();
  await expect(tickets).toContainText('2 intentos');

  await tickets.getByRole('link', { name: /Operación|operación/ }).click();
  await expect(office.getByRole('heading', { level: 3, name: 'Correos sin entregar' })).toBeVisible();
  await looksRight(office, { widths });
  await office.getByRole('button', { name: 'Reenviar las entradas' }).click();
  const resend = office.getByRole('dialog', { name: 'Reenviar las entradas' });
  await expect(resend.getByText(`${email} no recibió el último correo`)).toBeVisible();
  await looksRight(office, { widths });

  const other = newcomer().email;
  await resend.getByRole('button', { name: 'Corregir el correo' }).click();
  const correct = office.getByRole('dialog', { name: 'Corregir el correo' });
  await correct.getByLabel('Correo nuevo').fill(other);
  await office.keyboard.press('Enter');
  const code = await codeMailedTo(other, 6);
  await correct.getByLabel('Código de seis números').fill('123');
  await office.route('**/Correo/Codigo', (route) => route.fulfill({ json: { nCode: 200, oData: {} } }), { times: 1 });
  await correct.getByRole('button', { name: 'Mandar otro código' }).click();
  await expect(correct.getByRole('status')).toHaveText(`Mandamos otro código a ${other}. El anterior ya no sirve.`);
  await expect(correct.getByLabel('Código de seis números')).toBeFocused();
  await expect(correct.getByLabel('Código de seis números')).toHaveValue('');
  await correct.getByLabel('Código de seis números').fill(code);
  await looksRight(office, { widths });
  await office.keyboard.press('Enter');
  await expect(correct.getByText('Escribí el motivo')).toBeVisible();
  await correct.getByLabel('Motivo').fill('Llamó por teléfono');
  await office.keyboard.press('Enter');
  await expect(office.getByText('los correos de esta operación van a la dirección nueva')).toBeVisible();
  await expect(office.getByText(`La cuenta tiene otro correo: ${email}`)).toBeVisible();
  await expect.poll(async () => (await mailsTo(other)).map(({ subject }) => subject)).toContain('Tus entradas para Hamlet');

  // The welcome of an account that has no such mailbox: nothing is to be done about it.
  await office.goto('/oficina/correos');
  await search.fill(email);
  await office.keyboard.press('Enter');
  const welcome = open.filter({ hasText: 'Bienvenida' });
  const ended = office.getByRole('region', { name: 'Resueltos en los últimos 90 días' }).getByRole('listitem').filter({ hasText: email });
  const putAside = async (reason: string) => {
    await welcome.getByRole('button', { name: 'Apartar' }).click();
    const dialog = office.getByRole('dialog', { name: 'Apartar el correo' });
    await looksRight(office, { widths });
    await dialog.getByRole('button', { name: 'Apartar' }).click();
    await expect(dialog.getByText('Escribí el motivo')).toBeVisible();
    await expect(dialog.getByLabel('Motivo')).toBeFocused();
    await dialog.getByLabel('Motivo').fill(reason);
    await office.keyboard.press('Enter');
    await expect(office.getByText('Apartado. Queda entre los resueltos.')).toBeVisible();
    await expect(ended.filter({ hasText: 'Bienvenida' })).toContainText(`Motivo: ${reason}`);
  };
  await putAside('No hace falta');
  await ended.filter({ hasText: 'Bienvenida' }).getByRole('button', { name: 'Volver a la lista' }).click();
  await expect(office.getByText('Está de nuevo en la lista.')).toBeVisible();
  await expect(welcome).toBeVisible();
  await putAside('Es una cuenta de prueba');
  await expect(ended.filter({ hasText: 'Bienvenida' })).toContainText('Apartado por');
  await expect(ended.filter({ hasText: 'Entradas' })).toContainText('Fue a otro correo');
  await looksRight(office, { widths });
  expect((await ask(page, 'GET', `/v2/Operacion/${orderId}`)).cCorreo).toBe(other);
});

test('an organiser reads in the dialog that the address which the buyer gave refuses the code, too @once', async ({
  page,
  otherVisitor: office,
}) => {
  const { orderId } = await refusedOrder(page);
  await enterOffice(office);
  await office.goto(`/oficina/operaciones?operacion=${orderId}`);
  await office.getByRole('button', { name: 'Corregir el correo' }).first().click();
  const dialog = office.getByRole('dialog', { name: 'Corregir el correo' });
  const address = dialog.getByLabel('Correo nuevo');
  const wrong = refused().email;
  await address.fill(wrong);
  await office.keyboard.press('Enter');
  await expect(dialog.getByText(`${wrong} también rechaza nuestros correos`)).toBeVisible();
  await expect(address).toBeFocused();
  await looksRight(office, { widths });
});

test('a clerk reads of a held mail what it is, why, since when, what happens by itself, and from when it may be sent again @once', async ({
  otherVisitor: office,
}) => {
  await enterOffice(office);
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const mail = {
    ...{ idCorreo: 'A'.repeat(22), ctCorreo: 'PAGO_PENDIENTE', cCorreo: 'vecina@correo.example', ctMotivo: 'DEMASIADOS', lRechazado: 'N' },
    ...{
      dMomento: at(-1),
      dPrimero: at(-3),
      nVeces: 2,
      idOperacion: 'B'.repeat(22),
      cComprador: 'Julia Paredes',
    },
    ...{ aEspectaculo: ['Hamlet'], lAlComprador: 'S', dLibre: at(1) },
  };
  let shown: object = mail;
  await office.route('**/v2/Oficina/Correos*', (route) => route.fulfill({ json: { nCode: 200, oData: { Lista: [shown], nAbiertos: 1 } } }));
  await office.route('**/v2/Oficina/Correo/*/Reenviar', (route) => {
    shown = { ...mail, nVeces: 3 };
    return route.fulfill({ json: { nCode: 200, oData: { ...mail, dReenvio: at(0) } } });
  });
  await office.goto('/oficina/correos');
  const line = office.getByRole('listitem').filter({ hasText: 'vecina@correo.example' });
  await expect(line).toContainText('Aviso de un pago pendiente');
  await expect(line).toContainText('Retenido: no lo mandamos, y nadie lo rechazó.');
  await expect(line).toContainText('Retenido desde el');
  await expect(line).toContainText('Por qué: ya salieron muchos avisos de compras sin pagar a esa dirección');
  await expect(line).toContainText('Sale solo cuando quien compró confirma la dirección');
  await expect(line).toContainText(/Qué podés hacer: reenviarlo desde el .*; antes queda retenido otra vez\./);
  await expect(line).not.toContainText('intento');
  await looksRight(office, { widths });
  await line.getByRole('button', { name: 'Reenviar' }).click();
  await expect(office.getByText('Sigue retenido: vecina@correo.example ya recibió todos los avisos que puede por ahora.')).toBeVisible();
  await expect(office.getByText('lo volvió a rechazar')).toHaveCount(0);
  await line.getByRole('button', { name: 'Corregir el correo' }).click();
  await expect(office.getByRole('dialog', { name: 'Corregir el correo' })).toContainText('No mandamos este aviso a vecina@correo.example');
  await looksRight(office, { widths });
});

test('the list of undelivered mail says that it could not be had, and is had again', { tag: '@desktop' }, async ({
  otherVisitor: office,
}) => {
  await enterOffice(office);
  await office.route('**/v2/Oficina/Correos*', (route) => route.abort());
  await office.goto('/oficina/correos');
  await expect(office.getByText(/No pudimos comunicarnos con el servidor/)).toBeVisible();
  await office.unrouteAll();
  await office.getByRole('button', { name: 'Intentar ahora' }).click();
  await expect(office.getByLabel('Buscar un correo')).toBeVisible();
});
