import type { Tx } from '#db/connect';
import { isOwn } from './queries-privacy.ts';

type Section = readonly Readonly<Record<string, unknown>>[];

/**
 * Everything that is kept about a customer, by section, named in Spanish until `inWords` puts it into its reader's language; amounts as decimals. Secrets are left out:
 * what they prove would no longer be proved by whoever reads the file. Which columns stand here is checked against `stored-data.ts`.
 */
export async function sectionsOf(tx: Tx, customerId: string): Promise<Readonly<Record<string, Section>>> {
  const [
    cuenta,
    domicilios,
    telefonos,
    novedades,
    sesiones,
    ingresosExternos,
    segundosFactores,
    dispositivos,
    llaves,
    enlaces,
    avisosDeCuenta,
    boletin,
    avisos,
    mensajes,
    codigosPorCorreo,
    correosSinEntregar,
    correosDeCompras,
    descargas,
    compras,
    entradas,
    reemisiones,
    productos,
    pagos,
    saldo,
    lecturas,
    nominaciones,
    comprobantes,
    receptores,
  ] = await Promise.all([
    accountOf(tx, customerId),
    tx<Section>`
        select type as tipo, street as calle, number as "número", floor as piso, department as departamento, reference as referencia,
               location as localidad, province as provincia, country as "país", postcode as "código postal", preferred as predeterminado,
               created_at as agregado
          from customer_address where customer_id = ${customerId} order by created_at, id`,
    tx<Section>`
        select type as tipo, number as "número", preferred as predeterminado, created_at as agregado
          from customer_phone where customer_id = ${customerId} order by created_at, id`,
    tx<Section>`
        select given as acepta, text_version as "versión del texto", place as lugar, at as fecha
          from marketing_consent where customer_id = ${customerId} order by id`,
    tx<Section>`
        select created_at as inicio, expires_at as vencimiento, revoked_at as cierre, second_factor as "con segundo factor", device as dispositivo,
               device_id is not null as "en un dispositivo recordado", is_proved as "con prueba de identidad"
          from session where customer_id = ${customerId} order by created_at, id`,
    tx<Section>`
        select issuer as proveedor, subject as identificador, created_at as desde
          from external_identity where customer_id = ${customerId} order by created_at, issuer`,
    tx<Section>`
        select kind as tipo, name as nombre, created_at as agregado, used_at as "último uso"
          from second_factor where customer_id = ${customerId} order by created_at, id`,
    tx<Section>`
        select created_at as recordado, renewed_at as "último uso", revoked_at as olvidado
          from known_device where customer_id = ${customerId} order by created_at, id`,
    tx<Section>`
        select name as nombre, created_at as agregada, used_at as "último uso"
          from passkey where customer_id = ${customerId} order by created_at, id`,
    tx<Section>`
        select created_at as pedido, used_at as usado
          from log_in_link where customer_id = ${customerId} order by created_at, id`,
    tx<Section>`
        select kind as tipo, browser as navegador, added_at as agregado, told_at as avisado, ended_at as terminado
          from account_notice where customer_id = ${customerId} order by added_at, id`,
    // The address of an account that was never confirmed may be somebody else's.
    tx<Section>`
        select subscription.email as correo, name as nombre, subscription.language as idioma, asked_at as pedido, confirmed_at as confirmado
          from customer join newsletter_subscription as subscription on subscription.email = lower(customer.email)
         where customer.id = ${customerId} and email_confirmed_at is not null`,
    tx<Section>`
        select show.name as "espectáculo", alert.email as correo, alert.language as idioma, asked_at as pedido, alert.confirmed_at as confirmado, told_at as avisado
          from customer
          join show_alert as alert on alert.email = lower(customer.email)
          join show on show.id = alert.show_id
         where customer.id = ${customerId} and email_confirmed_at is not null order by asked_at, alert.id`,
    tx<Section>`
        select number as "número", kind as motivo, message as mensaje, name as nombre, phone as "teléfono", order_number as "número de compra",
               page as "página", device as dispositivo, sent_at as enviado
          from support_message where customer_id = ${customerId} order by sent_at, id`,
    tx<Section>`
        select purpose as motivo, mailbox as "otro correo", replaced as "correo anterior", created_at as enviado, used_at as usado
          from mail_code where customer_id = ${customerId} order by created_at, id`,
    tx<Section>`
        select purchase_id as compra, address as correo, reason as motivo, first_at as "primer intento", last_at as "último intento", times as intentos,
               ending as fin, ended_at as "fecha del fin", mailbox_took_at as "el buzón recibió otro"
          from undelivered_mail where customer_id = ${customerId} order by first_at, id`,
    tx<Section>`
        select purchase_id as compra, order_mailbox.email as correo, proved_at as confirmado
          from order_mailbox join purchase on purchase.id = purchase_id where ${isOwn(tx, customerId)} order by proved_at, purchase_id`,
    tx<Section>`
        select requested_at as pedida, made_at as lista, expires_at as vence
          from data_export where customer_id = ${customerId} order by requested_at, id`,
    purchasesOf(tx, customerId),
    ticketsOf(tx, customerId),
    tx<Section>`
        select purchase_id as compra, ticket_count as entradas, by_staff as "por el personal", at as fecha
          from reissue join purchase on purchase.id = purchase_id
         where ${isOwn(tx, customerId)} order by at, purchase_id`,
    productsOf(tx, customerId),
    paymentsOf(tx, customerId),
    tx<Section>`
        select (amount / 100.0)::float8 as importe, currency as moneda from balance where customer_id = ${customerId} order by currency`,
    tx<Section>`
        select reading.purchase_id as compra, ticket_id as entrada, result as resultado, door as puerta, read_at as fecha
          from (select ticket.purchase_id, reading.* from purchase
                  join ticket on ticket.purchase_id = purchase.id
                  join reading on reading.performance_id = ticket.performance_id and reading.ticket_id = ticket.id
                 where ${isOwn(tx, customerId)}) as reading
         order by read_at, id`,
    tx<Section>`
        select ticket.purchase_id as compra, ticket_id as entrada, first_name as nombre, last_name as apellido, document_type as "tipo de documento",
               document_number as "número de documento", named_at as nombrada
          from purchase
          join ticket on ticket.purchase_id = purchase.id
          join nomination on nomination.performance_id = ticket.performance_id and ticket_id = ticket.id
         where ${isOwn(tx, customerId)} order by named_at, ticket_id`,
    billsOf(tx, customerId),
    billReceiversOf(tx, customerId),
  ]);
  return {
    cuenta,
    domicilios,
    teléfonos: telefonos,
    novedades,
    sesiones,
    'ingreso externo': ingresosExternos,
    'segundos factores': segundosFactores,
    'dispositivos recordados': dispositivos,
    'llaves de acceso': llaves,
    'enlaces por correo': enlaces,
    'avisos de la cuenta': avisosDeCuenta,
    boletín: boletin,
    'avisos de espectáculos': avisos,
    'mensajes a soporte': mensajes,
    'códigos por correo': codigosPorCorreo,
    'correos sin entregar': correosSinEntregar,
    'otros correos de compras': correosDeCompras,
    'descargas de datos': descargas,
    compras,
    entradas,
    'entradas emitidas de nuevo': reemisiones,
    productos,
    pagos,
    saldo,
    'ingresos a funciones': lecturas,
    nominaciones,
    comprobantes,
    'receptores de facturas': receptores,
  };
}

const accountOf = (tx: Tx, customerId: string) => tx<Section>`
  select id, email as correo, email_confirmed_at as "correo confirmado", first_name as nombre, last_name as apellido, gender as "género",
         document_type as "tipo de documento", document_number as "número de documento", birthday::text as nacimiento, country as "país",
         has_alias as "puede tener alias", alias, language as idioma, role as rol, created_at as creada
    from customer where id = ${customerId}`;

const billsOf = (tx: Tx, customerId: string) => tx<Section>`
  select purchase_id as compra, case kind when 'bill' then 'factura' else 'nota de crédito' end as tipo, bill.state as estado,
         (amount / 100.0)::float8 as total, currency as moneda, document ->> 'receiverText' as receptor, point_of_sale as "punto de venta",
         number as "número", issued_on::text as fecha, authorisation as "autorización", requested_at as pedido, authorised_at as autorizado
    from bill join purchase on purchase.id = purchase_id
   where ${isOwn(tx, customerId)} order by requested_at, bill.id`;

const billReceiversOf = (tx: Tx, customerId: string) => tx<Section>`
  select purchase_id as compra, condition as "condición", document_type as "tipo de documento", document_number as documento, name as nombre,
         address as domicilio
    from bill_receiver join purchase on purchase.id = purchase_id where ${isOwn(tx, customerId)} order by purchase_id`;

const purchasesOf = (tx: Tx, customerId: string) => tx<Section>`
  select purchase.id, channel as canal, language as idioma, stage as estado, started_at as inicio, deadline as "límite", ended_at as fin,
         (total / 100.0)::float8 as total, delivery_type.name as entrega,
         (select address from delivery_address where purchase_id = purchase.id) as "domicilio de entrega"
    from purchase left join delivery_type on delivery_type.id = delivery_type_id
   where ${isOwn(tx, customerId)} order by started_at, purchase.id`;

const ticketsOf = (tx: Tx, customerId: string) => tx<Section>`
  select ticket.id, purchase_id as compra, show.name as "espectáculo", venue.name as lugar, starts_at as "función", printed ->> 'sectorName' as sector,
         printed ->> 'row' as fila, printed ->> 'seat' as asiento, printed ->> 'priceTypeName' as tarifa,
         ((printed -> 'quote' ->> 'final')::numeric / 100)::float8 as precio, ticket.state as estado, issued_at as emitida
    from purchase
    join ticket on ticket.purchase_id = purchase.id
    join performance on performance.id = ticket.performance_id
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
    left join lateral (
      select coalesce(ticket.replaced, (
        select each from jsonb_array_elements(priced -> 'tickets') as each
         where (each ->> 'performanceId')::integer = ticket.performance_id and (each ->> 'placeId')::integer = ticket.place_id limit 1)) as printed
    ) as printed on true
   where ${isOwn(tx, customerId)} order by issued_at, ticket.id`;

const productsOf = (tx: Tx, customerId: string) => tx<Section>`
  select purchase_id as compra, product.name as producto, product_variant.name as variante, show.name as "espectáculo", starts_at as "función",
         quantity as cantidad, taken_at as elegido, returned_at as devuelto, handed_over_at as entregado
    from purchase
    join purchase_product on purchase_product.purchase_id = purchase.id
    join product_variant on product_variant.id = variant_id
    join product on product.id = product_id
    join performance on performance.id = purchase_product.performance_id
    join show on show.id = performance.show_id
   where ${isOwn(tx, customerId)} order by taken_at, purchase_id, variant_id`;

const paymentsOf = (tx: Tx, customerId: string) => tx<Section>`
  select purchase_id as compra, reference as referencia, provider as medio, (amount / 100.0)::float8 as importe,
         (from_balance / 100.0)::float8 as "con saldo", currency as moneda, instalments as cuotas,
         brand as tarjeta, bin as "primeros números", last_four as "últimos números", attempt.state as estado, attempt.started_at as inicio,
         settled_at as fin
    from purchase join attempt on attempt.purchase_id = purchase.id
   where ${isOwn(tx, customerId)} order by attempt.started_at, reference`;
