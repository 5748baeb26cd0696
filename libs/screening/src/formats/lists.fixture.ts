import type { ByteSource } from '@corridor/iso20022/xml';
import type { ListEntry } from '../entry.js';
import { type ListName, readList } from './list-formats.js';

/** A file in memory, delivered in pieces that split characters and tags. */
export const fileOf = (name: string, content: string | Buffer, piece = 7): ByteSource => ({
  name,
  async *read() {
    const bytes = Buffer.from(content as string);
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  },
});

export async function entriesOf(list: ListName, ...files: readonly ByteSource[]) {
  const entries: ListEntry[] = [];
  const header = await readList(list, files, (entry) => entries.push(entry));
  return { ...header, entries };
}

export const sdnXml = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation><Publish_Date>11/20/2026</Publish_Date><Record_Count>3</Record_Count></publshInformation>
  <sdnEntry>
    <uid>90001</uid><firstName>Serhiy</firstName><lastName>TESTENKO</lastName><sdnType>Individual</sdnType>
    <programList><program>TEST-EO1</program><program>TEST-EO2</program></programList>
    <akaList>
      <aka><uid>1</uid><type>a.k.a.</type><category>strong</category><lastName>Тестенко</lastName><firstName>Сергій</firstName></aka>
      <aka><uid>2</uid><type>a.k.a.</type><category>weak</category><lastName>THE BAKER</lastName></aka>
    </akaList>
    <addressList><address><uid>3</uid><city>Kyiv</city><country>Ukraine</country></address></addressList>
    <nationalityList><nationality><uid>4</uid><country>Korea, North</country><mainEntry>true</mainEntry></nationality></nationalityList>
    <dateOfBirthList>
      <dateOfBirthItem><uid>5</uid><dateOfBirth>23 Nov 1962</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem>
      <dateOfBirthItem><uid>6</uid><dateOfBirth>circa 1961</dateOfBirth><mainEntry>false</mainEntry></dateOfBirthItem>
      <dateOfBirthItem><uid>7</uid><dateOfBirth>Feb 1964</dateOfBirth><mainEntry>false</mainEntry></dateOfBirthItem>
      <dateOfBirthItem><uid>8</uid><dateOfBirth>1958 to 1960</dateOfBirth><mainEntry>false</mainEntry></dateOfBirthItem>
    </dateOfBirthList>
  </sdnEntry>
  <sdnEntry><uid>90002</uid><lastName>INVENTED &amp; SONS TRADING</lastName><sdnType>Entity</sdnType></sdnEntry>
  <sdnEntry><uid>90003</uid><lastName><![CDATA[MV INVENTED STAR]]></lastName><sdnType>Vessel</sdnType></sdnEntry>
</sdnList>`;

export const sdnCsv = [
  '90001,"TESTENKO, Serhiy","individual","TEST-EO1] [TEST-EO2",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 23 Nov 1962; alt. DOB circa 1961; POB Kyiv, Ukraine; nationality Ukraine; Gender Male; a.k.a. \'THE BAKER\'."',
  '90002,"INVENTED ""GENERAL"" TRADING\r\nCOMPANY",-0- ,"TEST-EO1",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '\u001A',
].join('\r\n');
export const altCsv =
  '90001,1,"aka","TESTENKO, Sergei",-0- \r\n90002,2,"fka","COMPAÑÍA INVENTADA",-0- \r\n\u001A';
export const addCsv =
  '90001,1,-0- ,"Kyiv","Ukraine",-0- \r\n90002,2,"1 Main St","Panama City","Panama",-0- \r\n\u001A';

export const unList = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="2026-11-20T23:00:00.818Z">
  <INDIVIDUALS>
    <INDIVIDUAL>
      <DATAID>690001</DATAID><FIRST_NAME>HASSAN</FIRST_NAME><SECOND_NAME>AL-TESTI</SECOND_NAME><THIRD_NAME/>
      <UN_LIST_TYPE>Test</UN_LIST_TYPE><REFERENCE_NUMBER>TSi.001</REFERENCE_NUMBER>
      <NAME_ORIGINAL_SCRIPT>حسن التستي</NAME_ORIGINAL_SCRIPT>
      <NATIONALITY><VALUE>Iraq</VALUE><VALUE>Syrian Arab Republic</VALUE></NATIONALITY>
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Hasan Testi; Abu Testi</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>The Teacher</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ADDRESS><COUNTRY>Democratic Republic of the Congo</COUNTRY></INDIVIDUAL_ADDRESS>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1963-04-11</DATE></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1960</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1958</FROM_YEAR><TO_YEAR>1962</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH/>
    </INDIVIDUAL>
  </INDIVIDUALS>
  <ENTITIES>
    <ENTITY><DATAID>690002</DATAID><FIRST_NAME>INVENTED FRONT</FIRST_NAME><REFERENCE_NUMBER>TSe.002</REFERENCE_NUMBER>
      <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>IF</ALIAS_NAME></ENTITY_ALIAS></ENTITY>
  </ENTITIES>
</CONSOLIDATED_LIST>`;

export const euList = `<?xml version="1.0" encoding="UTF-8"?>
<ns2:export xmlns:ns2="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-19T10:11:12.123+01:00" globalFileId="1">
  <ns2:sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.9001.1" logicalId="1">
    <ns2:regulation programme="TST" logicalId="2"><ns2:publicationUrl>http://example.test</ns2:publicationUrl></ns2:regulation>
    <ns2:subjectType code="person" classificationCode="P"/>
    <ns2:nameAlias firstName="" middleName="" lastName="" wholeName="Georgi  Invented" strong="true" logicalId="3"/>
    <ns2:nameAlias firstName="Георги" lastName="Измислен" wholeName="" nameLanguage="BG" strong="true" logicalId="4"/>
    <ns2:nameAlias wholeName="Goshko" strong="false" logicalId="5"/>
    <ns2:citizenship countryIso2Code="BG" countryDescription="BULGARIA"/>
    <ns2:citizenship countryIso2Code="00" countryDescription="UNKNOWN"/>
    <ns2:birthdate circa="false" calendarType="GREGORIAN" birthdate="1970-03-04" dayOfMonth="4" monthOfYear="3" year="1970" countryIso2Code="BG"/>
    <ns2:birthdate circa="true" calendarType="GREGORIAN" year="1969" countryIso2Code="00"/>
    <ns2:birthdate circa="false" calendarType="GREGORIAN" yearRangeTo="1975" countryIso2Code="00"/>
    <ns2:birthdate circa="false" calendarType="ISLAMIC" year="1390" countryIso2Code="00"/>
    <ns2:birthdate circa="false" calendarType="GREGORIAN" city="Sofia" countryIso2Code="BG"/>
  </ns2:sanctionEntity>
  <ns2:sanctionEntity euReferenceNumber="" logicalId="6">
    <ns2:subjectType code="enterprise" classificationCode="E"/><ns2:nameAlias wholeName="Invented Metals GmbH" strong="true"/>
  </ns2:sanctionEntity>
</ns2:export>`;

export const ukColumns =
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,Regime Name,Designation Type,Other Information,Address Country,D.O.B,Nationality(/ies)';
export const ukCsvText = `\uFEFFReport Date: 21-Nov-2026
${ukColumns}
20/11/2026,TST0001,1,,INVENTED,Ivan,Petrovich,,,,Primary Name,,,Иван Выдуманный,The Test Regulations,Individual,"several
lines, with ""quotes""",Russia,dd/mm/1960,(1) Russia (2) Belarus
20/11/2026,TST0001,1,,INVENTED,Vanya,,,,,ALias,Low quality,,,The Test Regulations,Individual,,Belarus,15/01/1961,
20/11/2026,TST0002,2,,INVENTED STAR,,,,,,primary name,,,,The Test Regulations,Ship,,,,
`;

export const ukXmlText = `<?xml version="1.0" encoding="utf-8"?>
<Designations><DateGenerated>21/11/2026</DateGenerated>
<Designation><UniqueID>TST0001</UniqueID>
<Names><Name><Name6>INVENTED</Name6><Name1>Ivan</Name1><NameType>Primary Name</NameType></Name>
<Name><Name6>Vanya</Name6><NameType>Alias</NameType><AliasStrength>Low quality</AliasStrength></Name></Names>
<NonLatinNames><NonLatinName><NameNonLatinScript>Иван Выдуманный</NameNonLatinScript></NonLatinName></NonLatinNames>
<RegimeName>The Test Regulations</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
<Addresses><Address><AddressCountry>Russia</AddressCountry></Address></Addresses>
<IndividualDetails><Individual><DOBs><DOB>dd/02/1960</DOB></DOBs><Nationalities><Nationality>Belarus</Nationality></Nationalities></Individual></IndividualDetails>
</Designation></Designations>`;
