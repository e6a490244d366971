// Dates: parts, zones with summer time, arithmetic by the calendar, text.

#include "tests/query/expression/expression_support.h"

using sheaf::test::check;

namespace {

constexpr const char* kDate = R"({"d": {"$date": "2017-01-01T05:06:07.008Z"}, "s": {"$date": "2024-03-10T06:30:00Z"}})";

}  // namespace

TEST_CASE("parts of dates") {
    check({
        {"$year", R"({"$year": "$d"})", kDate, "2017"},
        {"$year elsewhere", R"({"$year": {"date": "$d", "timezone": "America/New_York"}})", kDate, "2017"},
        {"$year by offset", R"({"$year": {"date": "$d", "timezone": "-06:00"}})", kDate, "2016"},
        {"$month", R"({"$month": "$d"})", kDate, "1"},
        {"$dayOfMonth", R"({"$dayOfMonth": ["$d"]})", kDate, "1"},
        {"$dayOfYear", R"({"$dayOfYear": "$d"})", kDate, "1"},
        {"$dayOfWeek", R"({"$dayOfWeek": "$d"})", kDate, "1"},
        {"$week", R"({"$week": "$d"})", kDate, "1"},
        {"$isoWeek", R"({"$isoWeek": "$d"})", kDate, "52"},
        {"$isoWeekYear", R"({"$isoWeekYear": "$d"})", kDate, R"({"$numberLong": "2016"})"},
        {"$isoDayOfWeek", R"({"$isoDayOfWeek": "$d"})", kDate, "7"},
        {"$hour", R"({"$hour": {"date": "$d", "timezone": "Europe/Berlin"}})", kDate, "6"},
        {"$minute", R"({"$minute": "$d"})", kDate, "6"},
        {"$second", R"({"$second": "$d"})", kDate, "7"},
        {"$millisecond", R"({"$millisecond": "$d"})", kDate, "8"},
        {"of an ObjectId", R"({"$year": {"$toObjectId": "5ab9cbfa31c2ab715d42129e"}})", "{}", "2018"},
        {"of null", R"({"$year": "$x"})", "{}", "null"},
        {"a null zone", R"({"$year": {"date": "$d", "timezone": null}})", kDate, "null"},
        {"of a string", R"({"$year": "2017"})", "{}", "Location16006"},
        {"two", R"({"$year": ["$d", "$d"]})", "{}", "Location40536"},
        {"no date", R"({"$year": {"timezone": "UTC"}})", "{}", "Location40539"},
        {"another name", R"({"$year": {"date": "$d", "x": 1}})", "{}", "Location40535"},
        {"an unknown zone", R"({"$year": {"date": "$d", "timezone": "Nowhere"}})", kDate, "Location40485"},
        {"a zone that is a number", R"({"$year": {"date": "$d", "timezone": 5}})", kDate, "Location40533"},
        {"$dateToParts", R"({"$dateToParts": {"date": "$d"}})", kDate,
         R"({"year": 2017, "month": 1, "day": 1, "hour": 5, "minute": 6, "second": 7, "millisecond": 8})"},
        {"$dateToParts iso8601", R"({"$dateToParts": {"date": "$d", "iso8601": true}})", kDate,
         R"({"isoWeekYear": 2016, "isoWeek": 52, "isoDayOfWeek": 7, "hour": 5, "minute": 6, "second": 7, "millisecond": 8})"},
        {"$dateToParts: no date", R"({"$dateToParts": {}})", "{}", "Location40522"},
        {"$dateFromParts", R"({"$dateFromParts": {"year": 2017, "month": 2, "day": 8, "hour": 12}})", "{}", R"({"$date": "2017-02-08T12:00:00Z"})"},
        {"$dateFromParts carries", R"({"$dateFromParts": {"year": 2017, "month": 14, "day": 0}})", "{}", R"({"$date": "2018-01-31T00:00:00Z"})"},
        {"$dateFromParts by weeks", R"({"$dateFromParts": {"isoWeekYear": 2017, "isoWeek": 6, "isoDayOfWeek": 3}})", "{}", R"({"$date": "2017-02-08T00:00:00Z"})"},
        {"$dateFromParts elsewhere", R"({"$dateFromParts": {"year": 2017, "timezone": "America/New_York"}})", "{}", R"({"$date": "2017-01-01T05:00:00Z"})"},
        {"$dateFromParts of null", R"({"$dateFromParts": {"year": null}})", "{}", "null"},
        {"$dateFromParts of text", R"({"$dateFromParts": {"year": "2017"}})", "{}", "Location40515"},
        {"$dateFromParts without a year", R"({"$dateFromParts": {"month": 1}})", "{}", "Location40516"},
        {"$dateFromParts of both kinds", R"({"$dateFromParts": {"year": 2017, "isoWeek": 1}})", "{}", "Location40489"},
        {"$dateFromParts in the year 10000", R"({"$dateFromParts": {"year": 10000}})", "{}", "Location40523"},
        {"$dateFromParts of too many months", R"({"$dateFromParts": {"year": 2017, "month": 40000}})", "{}", "Location31034"},
    });
}

TEST_CASE("arithmetic on dates follows the calendar of the zone") {
    check({
        {"$dateAdd", R"({"$dateAdd": {"startDate": "$d", "unit": "day", "amount": 2}})", kDate, R"({"$date": "2017-01-03T05:06:07.008Z"})"},
        {"$dateAdd to a shorter month", R"({"$dateAdd": {"startDate": {"$dateFromParts": {"year": 2024, "day": 31}}, "unit": "month", "amount": 1}})", "{}", R"({"$date": "2024-02-29T00:00:00Z"})"},
        {"$dateAdd over the change of the clock", R"({"$dateAdd": {"startDate": "$s", "unit": "day", "amount": 1, "timezone": "America/New_York"}})", kDate, R"({"$date": "2024-03-11T05:30:00Z"})"},
        {"$dateAdd hours over it", R"({"$dateAdd": {"startDate": "$s", "unit": "hour", "amount": 24, "timezone": "America/New_York"}})", kDate, R"({"$date": "2024-03-11T06:30:00Z"})"},
        {"$dateAdd of null", R"({"$dateAdd": {"startDate": null, "unit": "day", "amount": 1}})", "{}", "null"},
        {"$dateAdd to text", R"({"$dateAdd": {"startDate": "a", "unit": "day", "amount": 1}})", "{}", "Location5166403"},
        {"$dateAdd of an unknown unit", R"({"$dateAdd": {"startDate": "$d", "unit": "age", "amount": 1}})", kDate, "FailedToParse"},
        {"$dateAdd of a fraction", R"({"$dateAdd": {"startDate": "$d", "unit": "day", "amount": 1.5}})", kDate, "Location5166405"},
        {"$dateAdd: no amount", R"({"$dateAdd": {"startDate": "$d", "unit": "day"}})", kDate, "Location5166402"},
        {"$dateAdd: another name", R"({"$dateAdd": {"startDate": "$d", "unit": "day", "amount": 1, "x": 1}})", kDate, "Location5166401"},
        {"$dateSubtract", R"({"$dateSubtract": {"startDate": "$d", "unit": "quarter", "amount": 1}})", kDate, R"({"$date": "2016-10-01T05:06:07.008Z"})"},
        {"$dateSubtract too much", R"({"$dateSubtract": {"startDate": "$d", "unit": "year", "amount": {"$numberLong": "9223372036854775807"}}})", kDate, "Location5166406"},
        {"$dateDiff", R"({"$dateDiff": {"startDate": "$d", "endDate": "$s", "unit": "year"}})", kDate, R"({"$numberLong": "7"})"},
        {"$dateDiff in days", R"({"$dateDiff": {"startDate": "$d", "endDate": {"$dateAdd": {"startDate": "$d", "unit": "hour", "amount": 20}}, "unit": "day"}})", kDate, R"({"$numberLong": "1"})"},
        {"$dateDiff in weeks from Monday", R"({"$dateDiff": {"startDate": "$d", "endDate": {"$dateAdd": {"startDate": "$d", "unit": "day", "amount": 1}}, "unit": "week", "startOfWeek": "monday"}})", kDate, R"({"$numberLong": "1"})"},
        {"$dateDiff of null", R"({"$dateDiff": {"startDate": "$d", "endDate": null, "unit": "year"}})", kDate, "null"},
        {"$dateDiff of text", R"({"$dateDiff": {"startDate": "a", "endDate": "$d", "unit": "year"}})", kDate, "Location5166307"},
        {"$dateDiff: no end", R"({"$dateDiff": {"startDate": "$d", "unit": "year"}})", kDate, "Location5166304"},
        {"$dateTrunc", R"({"$dateTrunc": {"date": "$d", "unit": "hour"}})", kDate, R"({"$date": "2017-01-01T05:00:00Z"})"},
        {"$dateTrunc to weeks", R"({"$dateTrunc": {"date": "$d", "unit": "week", "startOfWeek": "mon"}})", kDate, R"({"$date": "2016-12-26T00:00:00Z"})"},
        {"$dateTrunc to six months", R"({"$dateTrunc": {"date": "$d", "unit": "month", "binSize": 6}})", kDate, R"({"$date": "2017-01-01T00:00:00Z"})"},
        {"$dateTrunc elsewhere", R"({"$dateTrunc": {"date": "$d", "unit": "day", "timezone": "America/New_York"}})", kDate, R"({"$date": "2017-01-01T05:00:00Z"})"},
        {"$dateTrunc of null", R"({"$dateTrunc": {"date": null, "unit": "day"}})", kDate, "null"},
        {"$dateTrunc of bins of 0", R"({"$dateTrunc": {"date": "$d", "unit": "day", "binSize": 0}})", kDate, "Location5439018"},
        {"$dateTrunc from an unknown day", R"({"$dateTrunc": {"date": "$d", "unit": "week", "startOfWeek": "x"}})", kDate, "Location5439016"},
    });
}

TEST_CASE("dates as text and back") {
    check({
        {"$dateToString", R"({"$dateToString": {"date": "$d"}})", kDate, R"("2017-01-01T05:06:07.008Z")"},
        {"$dateToString by a format", R"({"$dateToString": {"date": "$d", "format": "%d.%m.%Y %H:%M:%S.%L %j %w %U %G-%V-%u %b %B %%"}})", kDate,
         R"("01.01.2017 05:06:07.008 001 1 01 2016-52-7 Jan January %")"},
        {"$dateToString elsewhere", R"({"$dateToString": {"date": "$d", "format": "%H:%M %z %Z", "timezone": "America/New_York"}})", kDate, R"("00:06 -0500 -300")"},
        {"$dateToString of null", R"({"$dateToString": {"date": null}})", "{}", "null"},
        {"$dateToString onNull", R"({"$dateToString": {"date": null, "onNull": "none"}})", "{}", R"("none")"},
        {"$dateToString of text", R"({"$dateToString": {"date": "a"}})", "{}", "Location16006"},
        {"$dateToString by a broken format", R"({"$dateToString": {"date": "$d", "format": "%"}})", kDate, "Location18535"},
        {"$dateToString by an unknown letter", R"({"$dateToString": {"date": "$d", "format": "%q"}})", kDate, "Location18536"},
        {"$dateToString by a number", R"({"$dateToString": {"date": "$d", "format": 5}})", kDate, "Location18533"},
        {"$dateToString: no date", R"({"$dateToString": {}})", "{}", "Location18628"},
        {"$dateFromString", R"({"$dateFromString": {"dateString": "2017-02-08T12:10:40.787"}})", "{}", R"({"$date": "2017-02-08T12:10:40.787Z"})"},
        {"$dateFromString elsewhere", R"({"$dateFromString": {"dateString": "2017-02-08", "timezone": "America/New_York"}})", "{}", R"({"$date": "2017-02-08T05:00:00Z"})"},
        {"$dateFromString with words", R"({"$dateFromString": {"dateString": "Feb 8, 2017 1:30 pm"}})", "{}", R"({"$date": "2017-02-08T13:30:00Z"})"},
        {"$dateFromString by a format", R"({"$dateFromString": {"dateString": "06-15-2018", "format": "%m-%d-%Y"}})", "{}", R"({"$date": "2018-06-15T00:00:00Z"})"},
        {"$dateFromString of two zones", R"({"$dateFromString": {"dateString": "2017-02-08T12:10:40Z", "timezone": "UTC"}})", "{}", "ConversionFailure"},
        {"$dateFromString of text", R"({"$dateFromString": {"dateString": "soon"}})", "{}", "ConversionFailure"},
        {"$dateFromString onError", R"({"$dateFromString": {"dateString": "soon", "onError": "bad"}})", "{}", R"("bad")"},
        {"$dateFromString onNull", R"({"$dateFromString": {"dateString": null, "onNull": "none"}})", "{}", R"("none")"},
        {"$dateFromString: no text", R"({"$dateFromString": {}})", "{}", "Location40542"},
    });
}
