/** Why there is no ticket; `code` is the fault code without its prefix. */
export interface LoginFault {
  readonly code: string;
  readonly message: string;
}

/** ARCA's words where they are known. */
const faults = {
  'cms.bad.base64': 'No se puede decodificar el BASE64',
  'cms.bad': 'El CMS no es valido',
  'cms.cert.notFound': 'No se ha encontrado certificado de firmador',
  'cms.sign.invalid': 'Firma inválida o algoritmo no soportado',
  'cms.cert.expired': 'Certificado expirado',
  'cms.cert.invalid': 'Certificado con fecha de generacion posterior a la actual',
  'cms.cert.untrusted': 'Certificado no emitido por AC de confianza',
  'xml.bad': 'No se ha podido interpretar el XML contra el SCHEMA',
  'xml.generationTime.invalid': 'generationTime posee formato o dato inválido (ej: en el futuro o más de 24 horas de antigüedad)',
  'xml.expirationTime.expired': 'El tiempo de expiración es inferior a la hora actual',
  'xml.expirationTime.invalid': 'El tiempo de expiración del documento es superior a 24 horas',
  'coe.expirationTimeBeforeGenerationTime': 'El tiempo de expiración es anterior al tiempo de generación',
  'coe.notAuthorized': 'Computador no autorizado a acceder al servicio',
  'coe.alreadyAuthenticated': 'El CEE ya posee un TA valido para el acceso al WSN solicitado',
} as const;

/** Why a login is refused, thrown by whatever finds it out first. */
export class Refused extends Error {
  readonly code: keyof typeof faults;

  constructor(code: keyof typeof faults) {
    super(faults[code]);
    this.code = code;
  }
}
